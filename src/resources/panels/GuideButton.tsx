import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** The lazily loaded `?` in a screen's head. It appears before the other buttons, so that they do not move. */
export const GuideButton = lazyComponent(() => import('./GuideToggle.tsx').then((it) => it.GuideToggle), {
  silent: true,
});
