import { SESSION_SECONDS, isSignedIn, loseSession, sessionEndsAt } from './session.ts';
import { renewSession } from './userPool.ts';

/** A session this young is not renewed, so that activity costs one call in ten minutes at most. */
const YOUNG_MS = 10 * 60_000;
const CHECK_MS = 15_000;
const ACTIVITY = ['pointerdown', 'keydown'] as const;

/** Renews the session while the person is active and ends it when its hour is over. Returns how to stop. */
export const keepSessionAlive = (): (() => void) => {
  let renewing = false;
  const onActivity = (): void => {
    const age = Date.now() - (sessionEndsAt() - SESSION_SECONDS * 1000);
    if (renewing || !isSignedIn() || age < YOUNG_MS) return;
    renewing = true;
    // A refusal or a lost connection changes nothing yet: the session runs to its end, and the next key tries again.
    renewSession()
      .catch(() => undefined)
      .finally(() => {
        renewing = false;
      });
  };
  const timer = setInterval(() => {
    if (!isSignedIn()) loseSession();
  }, CHECK_MS);
  for (const type of ACTIVITY) addEventListener(type, onActivity, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const type of ACTIVITY) removeEventListener(type, onActivity, { capture: true });
  };
};
