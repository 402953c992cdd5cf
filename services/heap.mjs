import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * Disables pretenuring: V8 would allocate the objects of a call site directly in the old generation once most of them
 * survived a few collections, and never revise that. A burst of list requests while the young generation is small is
 * enough for rows and responses; every scavenge then costs four times as much, about a tenth of a list request
 * (docs/benchmarks.md). Imported first, before any call site is profiled. Plain JavaScript, because the launcher of the
 * build imports it as well (`launch.mjs`).
 */
setFlagsFromString('--no-allocation-site-pretenuring');

/*
 * Raises the budget after which V8 optimises a WebAssembly function, counted in executed bytes; the default is 1.8 MB.
 * Each iteration of a loop counts its whole body: the loops of the embedded engine's parser and executor are up to
 * 260 KB, and reach 100 MB within 400 iterations. With 2 GB a start optimises hardly anything beside its two busy threads
 * (docs/benchmarks.md), and hot functions are optimised within the first second of load.
 */
setFlagsFromString('--wasm-tiering-budget=2000000000');

/**
 * Growth of the heap before the next full collection. V8's own heuristic lets it double, also for the short-lived
 * garbage of a burst of requests: 220 MB under load instead of 155 (docs/benchmarks.md).
 */
const GROWTH_PERCENT = 25;

/**
 * Collects the garbage of a start, which is as much again as what stays, and limits the growth of the heap from now on;
 * during a start the limit would cause repeated collections.
 */
export function collectOnce() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // First, since each collection sets the limit of the growth until the next.
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  collect();
}

/** V8 accepts cached code only under the flags that it was compiled with: those of a start. */
export function restoreStartFlags() {
  setFlagsFromString('--heap-growing-percent=0');
}
