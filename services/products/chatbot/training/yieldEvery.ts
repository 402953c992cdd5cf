import { setImmediate as nextTick } from 'node:timers/promises';

/** Returns a function for long work to call often: it yields to the event loop every `ms`. @param signal aborts the work */
export function yieldEvery(ms: number, signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < ms) return;
    signal?.throwIfAborted();
    await nextTick();
    since = performance.now();
  };
}
