import { SESSION_SECONDS, isSignedIn, loseSession, sessionEndsAt } from './session.ts';
import { isAboutToExpire } from './sessionClock.ts';
import { renewSession } from './userPool.ts';

/** A session younger than this is not renewed, so that activity costs at most one call in ten minutes. */
const MIN_RENEW_AGE_MS = 10 * 60_000;
const CHECK_INTERVAL_MS = 1000;
const ACTIVITY_EVENTS = ['pointerdown', 'keydown'] as const;

/** Renews the session while the person is active and ends it after an hour without activity. Returns stop. */
export const keepSessionAlive = (): (() => void) => {
  let renewing = false;
  const onActivity = (): void => {
    const age = Date.now() - (sessionEndsAt() - SESSION_SECONDS * 1000);
    // While the dialog asks whether to stay, only its button renews.
    if (renewing || !isSignedIn() || age < MIN_RENEW_AGE_MS || isAboutToExpire()) return;
    renewing = true;
    // A failure changes nothing yet: the session is valid until its end, and the next key tries again.
    renewSession()
      .catch(() => undefined)
      .finally(() => {
        renewing = false;
      });
  };
  // The cookie expires by the browser's clock, with a delay in some browsers.
  const isAlive = (): boolean => isSignedIn() && Date.now() < (sessionEndsAt() || Infinity);
  let wasAlive = isAlive();
  const check = (): void => {
    const isNow = isAlive();
    if (wasAlive && !isNow) loseSession();
    wasAlive = isNow;
  };
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  for (const type of ACTIVITY_EVENTS) addEventListener(type, onActivity, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    for (const type of ACTIVITY_EVENTS) removeEventListener(type, onActivity, { capture: true });
  };
};
