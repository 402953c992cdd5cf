import { useIsAboutToExpire } from '../authProvider/sessionClock.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const SessionDialog = lazyComponent(() => import('./SessionDialog.tsx').then((it) => it.SessionDialog), {
  silent: true,
});

/** Asks a person who was inactive whether to stay, while the session can still be extended. */
export const SessionWarning = () => {
  const isEnding = useIsAboutToExpire();
  return isEnding && <SessionDialog />;
};
