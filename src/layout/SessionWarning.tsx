import { Suspense, lazy } from 'react';
import { useIsEnding } from '../authProvider/sessionClock.ts';

const SessionDialog = lazy(() =>
  import('./SessionDialog.tsx').then((module) => ({ default: module.SessionDialog })),
);

/** Asks someone who has been away whether to stay, while the session can still be kept. */
export const SessionWarning = () => {
  const isEnding = useIsEnding();
  return <Suspense fallback={null}>{isEnding && <SessionDialog />}</Suspense>;
};
