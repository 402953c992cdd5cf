/** Delays before retries, growing to the last. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
/** Number of tries from which on the longest delay applies. */
export const MAX_DELAY_TRIES = RETRY_DELAYS_MS.length;

/** Waits before a retry. @param tries number of earlier tries, from 0 */
export function waitBeforeRetry(tries: number): Promise<void> {
  const delay = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? 0;
  // With jitter, so that not all pages return at the same moment.
  return new Promise((done) => setTimeout(done, delay * (0.75 + Math.random() / 2)));
}
