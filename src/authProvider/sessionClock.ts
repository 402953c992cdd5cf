import { useSyncExternalStore } from 'react';
import { sessionEndsAt } from './session.ts';

/** Time before the end of a session at which the person is warned. */
const WARNING_MS = 5 * 60_000;
const TICK_MS = 1000;

/** Milliseconds until the session ends; 0 without one. */
export const sessionMsLeft = (): number => Math.max(0, sessionEndsAt() - Date.now());

/** Whether the warning is due. */
export const isAboutToExpire = (): boolean => {
  const left = sessionMsLeft();
  return left > 0 && left <= WARNING_MS;
};

const everySecond = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, TICK_MS);
  // Timers of hidden tabs are throttled: update at once when the tab is shown.
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
};

export const useIsAboutToExpire = (): boolean => useSyncExternalStore(everySecond, isAboutToExpire);
/** Whole seconds until the session ends, counting down. */
export const useSecondsLeft = (): number =>
  useSyncExternalStore(everySecond, () => Math.ceil(sessionMsLeft() / 1000));
