import { useIsAboutToExpire } from '../authProvider/sessionClock.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const SessionDialog = lazyComponent(() => import('./SessionDialog.tsx').then((it) => it.SessionDialog), {
  silent: true,
});

/** Asks someone who has been away whether to stay, while the session can still be kept. */
export const SessionWarning = () => {
  const isEnding = useIsAboutToExpire();
  return isEnding && <SessionDialog />;
};
