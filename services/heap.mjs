import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/*
 * V8 moves what a place in the code makes straight into the old generation once most of it outlived a few collections,
 * and never takes that back. A burst of lists while the young generation is still small is enough for rows and answers;
 * from then on every collection of the young ones costs four times as much, about a tenth of what a list request takes
 * (docs/benchmarks.md). Imported before anything else, so that no such place is known yet; plain JavaScript, because what
 * starts the build imports it as well (`launch.mjs`).
 */
setFlagsFromString('--no-allocation-site-pretenuring');

/*
 * The embedded engine's functions are compiled once more, thoroughly, when so many bytes of them have run; by default
 * 1.8 MB. Each turn of a loop counts with all the code that it jumps back over: those that read and run statements are
 * up to 260 KB, and reach 100 MB within 400 turns. Ten thousand are soon enough: a start compiles hardly anything a
 * second time beside its two busy threads (docs/benchmarks.md), and what is really busy is compiled in its first
 * second of load.
 */
setFlagsFromString('--wasm-tiering-budget=2000000000');

/**
 * What the heap may grow by, of what is in use, before all of it is collected again. V8's own measure lets it double,
 * also for what a burst of requests drops at once: 220 MB under load instead of 155 (docs/benchmarks.md).
 */
const GROWTH_PERCENT = 25;

/**
 * Clears away what a start leaves behind, as much again as what stays, and keeps the heap close to what is in use from
 * now on; a start itself would collect its growing heap again and again.
 */
export function collectOnce() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // Before, for each collection sets how far the heap may grow until the next.
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  collect();
}

/** V8 takes what was compiled under the flags of the process that takes it: those of a start. */
export function restoreStartFlags() {
  setFlagsFromString('--heap-growing-percent=0');
}
