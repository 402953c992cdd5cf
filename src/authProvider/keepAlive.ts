import { SESSION_SECONDS, isSignedIn, loseSession, sessionEndsAt } from './session.ts';
import { isAboutToExpire } from './sessionClock.ts';
import { renewSession } from './userPool.ts';

/** A session this young is not renewed, so that activity costs one call in ten minutes at most. */
const MIN_RENEW_AGE_MS = 10 * 60_000;
const CHECK_MS = 1000;
const ACTIVITY = ['pointerdown', 'keydown'] as const;

/** Renews the session while the person is active and ends it when its hour is over. Returns how to stop. */
export const keepSessionAlive = (): (() => void) => {
  let renewing = false;
  const onActivity = (): void => {
    const age = Date.now() - (sessionEndsAt() - SESSION_SECONDS * 1000);
    // Someone who is asked whether to stay answers for themselves.
    if (renewing || !isSignedIn() || age < MIN_RENEW_AGE_MS || isAboutToExpire()) return;
    renewing = true;
    // A refusal or a lost connection changes nothing yet: the session runs to its end, and the next key tries again.
    renewSession()
      .catch(() => undefined)
      .finally(() => {
        renewing = false;
      });
  };
  // The cookie goes by the browser's clock, and not at once in every browser.
  const isAlive = (): boolean => isSignedIn() && Date.now() < (sessionEndsAt() || Infinity);
  let wasAlive = isAlive();
  const check = (): void => {
    const isNow = isAlive();
    if (wasAlive && !isNow) loseSession();
    wasAlive = isNow;
  };
  const timer = setInterval(check, CHECK_MS);
  for (const type of ACTIVITY) addEventListener(type, onActivity, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const type of ACTIVITY) removeEventListener(type, onActivity, { capture: true });
  };
};
