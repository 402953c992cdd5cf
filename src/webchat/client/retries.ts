/** Milliseconds before something is tried again, growing to the last. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
/** After so many tries the longest pause is reached. */
export const MOST_TRIES = RETRY_DELAYS_MS.length;

/** Waits before something is tried again. @param tries how often it was tried already, from 0 */
export function waitBeforeRetry(tries: number): Promise<void> {
  const most = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? 0;
  // Scattered, so that all pages do not come back at the same moment.
  return new Promise((done) => setTimeout(done, most * (0.75 + Math.random() / 2)));
}
