import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds that long work keeps the event loop for itself. */
const SLICE_MS = 8;

/** Lets others have their turn once the work has gone on for a while. @param signal ends it with its reason */
export function yieldEvery(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    signal.throwIfAborted();
    await turn();
    since = performance.now();
  };
}
