import { BUCKETS, gramsOf } from './grams.ts';

/** A text as the pieces that it has. */
type Grams = ReadonlyMap<number, number>;
/** A sample, and the number of its intent. */
export interface VectorSample {
  grams: Grams;
  intent: number;
}

/**
 * The mean of each intent's samples as vectors of weighted pieces, turned so that a piece leads to the intents that
 * have it. A piece tells the more, the fewer intents have it. Plain arrays: they are stored as they are.
 */
export interface VectorModel {
  intents: number;
  /** Where the intents of each bucket begin in `of` and `weights`; one entry more than there are buckets. */
  offsets: Uint32Array;
  of: Uint16Array;
  weights: Float32Array;
  /** How much a piece tells, by bucket. */
  tells: Float32Array;
}

/** Unknown pieces make a text less like anything. */
const UNKNOWN = 3;

export const sampleOf = (text: string, intent: number): VectorSample => ({ grams: gramsOf(text), intent });

/** Samples that are worked through before others have their turn. */
const AT_ONCE = 25;

/** @param breathe lets others work, many times */
export async function trainVector(
  samples: readonly VectorSample[],
  intents: number,
  breathe: () => Promise<void> = () => Promise.resolve(),
): Promise<VectorModel> {
  const tells = await tellingOf(samples, intents, breathe);
  const means = Array.from({ length: intents }, () => new Map<number, number>());
  for (const [at, { grams, intent }] of samples.entries()) {
    if (at % AT_ONCE === 0) await breathe();
    const mean = means[intent];
    for (const [bucket, weight] of unit(grams, tells)) mean?.set(bucket, (mean.get(bucket) ?? 0) + weight);
  }
  const offsets = new Uint32Array(BUCKETS + 1);
  let total = 0;
  for (const mean of means) {
    await breathe();
    total += mean.size;
    for (const bucket of mean.keys()) offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + (offsets[bucket] ?? 0);
  const next = offsets.slice();
  const of = new Uint16Array(total);
  const weights = new Float32Array(total);
  for (const [intent, mean] of means.entries()) {
    await breathe();
    const length = lengthOf(mean) || 1;
    for (const [bucket, weight] of mean) {
      const at = next[bucket] ?? 0;
      next[bucket] = at + 1;
      of[at] = intent;
      weights[at] = weight / length;
    }
  }
  return { intents, offsets, of, weights, tells };
}

/** The fewer intents have a piece, the more it tells which one is meant. */
async function tellingOf(
  samples: readonly VectorSample[],
  intents: number,
  breathe: () => Promise<void>,
): Promise<Float32Array> {
  const counts = new Uint16Array(BUCKETS);
  // Samples of an intent follow each other, so that the last one that had a piece tells whether it counts again.
  const last = new Int32Array(BUCKETS).fill(-1);
  const ordered = samples.toSorted((a, b) => a.intent - b.intent);
  for (const [at, { grams, intent }] of ordered.entries()) {
    if (at % AT_ONCE === 0) await breathe();
    for (const bucket of grams.keys()) {
      if (last[bucket] !== intent) counts[bucket] = (counts[bucket] ?? 0) + 1;
      last[bucket] = intent;
    }
  }
  return Float32Array.from(counts, (count) => (count === 0 ? UNKNOWN : Math.log((1 + intents) / count)));
}

/** Counts as weights, the whole of length 1. */
function unit(grams: Grams, tells: Float32Array): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [bucket, count] of grams) weights.set(bucket, (1 + Math.log(count)) * (tells[bucket] ?? 1));
  const length = lengthOf(weights) || 1;
  for (const [bucket, weight] of weights) weights.set(bucket, weight / length);
  return weights;
}

function lengthOf(weights: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

/** How like a text is to each intent: cosines from 0 to 1. */
export function likeness({ intents, offsets, of, weights, tells }: VectorModel, grams: Grams): Float64Array {
  const like = new Float64Array(intents);
  for (const [bucket, weight] of unit(grams, tells)) {
    const end = offsets[bucket + 1] ?? 0;
    for (let at = offsets[bucket] ?? 0; at < end; at += 1) {
      const intent = of[at] ?? 0;
      like[intent] = (like[intent] ?? 0) + weight * (weights[at] ?? 0);
    }
  }
  return like;
}
