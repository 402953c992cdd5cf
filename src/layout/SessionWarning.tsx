import { useIsEnding } from '../authProvider/sessionClock.ts';
import { part } from './part.tsx';

const SessionDialog = part(() => import('./SessionDialog.tsx').then((it) => it.SessionDialog), {
  quiet: true,
});

/** Asks someone who has been away whether to stay, while the session can still be kept. */
export const SessionWarning = () => {
  const isEnding = useIsEnding();
  return isEnding && <SessionDialog />;
};
