import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** The `?` in a screen's head. No screen waits for it, and nothing moves when it comes: it stands before what is pressed. */
export const GuideButton = lazyComponent(() => import('./GuideToggle.tsx').then((it) => it.GuideToggle), {
  silent: true,
});
