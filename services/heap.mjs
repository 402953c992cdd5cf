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
 * Clears away what a start leaves behind, as much again as what stays: V8 would wait until the heap has doubled, and
 * keep room for twice that.
 */
export function collectOnce() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect();
}
