import { BUCKETS, extractGrams, type Grams } from './grams.ts';
import { trainMargins, type UnitVector } from './margins.ts';

/** A sample and the index of its intent. */
export interface VectorSample {
  grams: Grams;
  intent: number;
}

/** Inverted index of weights: bucket → intents. Typed arrays, stored as they are. */
export interface WeightIndex {
  /** Start of each bucket's entries in `of` (intents) and `weights`; one more than there are buckets. */
  offsets: Uint32Array;
  of: Uint16Array;
  weights: Float32Array;
}

/**
 * Model of the intents: the mean of each one's samples as weighted n-grams and words, and a linear classifier against
 * all other samples. Rarer n-grams weigh more.
 */
export interface VectorModel extends WeightIndex {
  intents: number;
  /** Weight of an n-gram (inverse intent frequency), by bucket. */
  tells: Float32Array;
  /** Absent in older models: they use the means alone. */
  margins?: WeightIndex & { bias: Float32Array };
}

/** A model's result for a text, by intent. */
export interface TextSimilarity {
  /** Cosine similarity to the means, 0 to 1; low for texts about nothing known. */
  like: Float64Array;
  /** Score that ranks intents. */
  score: Float64Array;
}

/** Weight of unknown n-grams: they lower all similarities. */
const UNKNOWN_PIECE_WEIGHT = 3;
/** Weight of the mean relative to the linear classifier; measured (decision 34). */
export const MEAN_SHARE = 2;
/** Samples processed before yielding to other work. */
const SAMPLES_PER_YIELD = 25;
/** Smaller weights change no answer and are two thirds of all: they are dropped. */
const MIN_MARGIN_WEIGHT = 0.01;

export const toVectorSample = (text: string, intent: number): VectorSample => ({
  grams: extractGrams(text),
  intent,
});

/** @param yieldNow called often, to let other work run */
export async function trainVector(
  samples: readonly VectorSample[],
  intents: number,
  yieldNow: () => Promise<void> = () => Promise.resolve(),
): Promise<VectorModel> {
  const tells = await pieceWeights(samples, intents, yieldNow);
  const means = Array.from({ length: intents }, () => new Map<number, number>());
  const vectors: UnitVector[] = [];
  for (const [at, { grams, intent }] of samples.entries()) {
    if (at % SAMPLES_PER_YIELD === 0) await yieldNow();
    const vector = toUnitVector(grams, tells);
    vectors.push(vector);
    const mean = means[intent];
    for (const [place, bucket] of vector.buckets.entries())
      mean?.set(bucket, (mean.get(bucket) ?? 0) + (vector.weights[place] ?? 0));
  }
  for (const mean of means) {
    const length = vectorLength(mean.values()) || 1;
    for (const [bucket, weight] of mean) mean.set(bucket, weight / length);
  }
  const intentOfSample = samples.map(({ intent }) => intent);
  const { rows, bias } = await trainMargins(vectors, intentOfSample, intents, {
    minWeight: MIN_MARGIN_WEIGHT,
    yieldNow: yieldNow,
  });
  return {
    intents,
    tells,
    ...(await buildWeightIndex(means, yieldNow)),
    margins: { ...(await buildWeightIndex(rows, yieldNow)), bias },
  };
}

/** Inverts the weights of each intent by bucket. */
async function buildWeightIndex(
  rows: readonly ReadonlyMap<number, number>[],
  yieldNow: () => Promise<void>,
): Promise<WeightIndex> {
  const offsets = new Uint32Array(BUCKETS + 1);
  let total = 0;
  for (const row of rows) {
    await yieldNow();
    total += row.size;
    for (const bucket of row.keys()) offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + 1;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    offsets[bucket + 1] = (offsets[bucket + 1] ?? 0) + (offsets[bucket] ?? 0);
  const next = offsets.slice();
  const of = new Uint16Array(total);
  const weights = new Float32Array(total);
  for (const [intent, row] of rows.entries()) {
    await yieldNow();
    for (const [bucket, weight] of row) {
      const at = next[bucket] ?? 0;
      next[bucket] = at + 1;
      of[at] = intent;
      weights[at] = weight;
    }
  }
  return { offsets, of, weights };
}

/** Weight of each n-gram: the fewer intents have it, the more. */
async function pieceWeights(
  samples: readonly VectorSample[],
  intents: number,
  yieldNow: () => Promise<void>,
): Promise<Float32Array> {
  const counts = new Uint16Array(BUCKETS);
  // Sorted by intent, so that the last intent that had the n-gram tells whether it counts again.
  const lastIntent = new Int32Array(BUCKETS).fill(-1);
  const ordered = samples.toSorted((a, b) => a.intent - b.intent);
  for (const [at, { grams, intent }] of ordered.entries()) {
    if (at % SAMPLES_PER_YIELD === 0) await yieldNow();
    for (const counted of [grams.pieces, grams.words])
      for (const bucket of counted.keys()) {
        if (lastIntent[bucket] !== intent) counts[bucket] = (counts[bucket] ?? 0) + 1;
        lastIntent[bucket] = intent;
      }
  }
  return Float32Array.from(counts, (count) =>
    count === 0 ? UNKNOWN_PIECE_WEIGHT : Math.log((1 + intents) / count),
  );
}

/** Counts as a unit vector; n-grams and words contribute half each. */
function toUnitVector({ pieces, words }: Grams, tells: Float32Array): UnitVector {
  const buckets = new Int32Array(pieces.size + words.size);
  const weights = new Float64Array(buckets.length);
  let at = 0;
  for (const counted of [pieces, words]) {
    const from = at;
    for (const [bucket, count] of counted) {
      buckets[at] = bucket;
      weights[at] = (1 + Math.log(count)) * (tells[bucket] ?? 1);
      at += 1;
    }
    const length = vectorLength(weights.subarray(from, at)) * Math.SQRT2 || 1;
    for (let place = from; place < at; place += 1) weights[place] = (weights[place] ?? 0) / length;
  }
  return { buckets, weights };
}

function vectorLength(weights: Iterable<number>): number {
  let sum = 0;
  for (const weight of weights) sum += weight * weight;
  return Math.sqrt(sum);
}

/** Similarity and score of a text for each intent. */
export function computeSimilarity(
  { intents, tells, margins, ...means }: VectorModel,
  grams: Grams,
): TextSimilarity {
  const vector = toUnitVector(grams, tells);
  const like = new Float64Array(intents);
  addProducts(means, vector, like);
  if (!margins) return { like, score: like };
  const score = Float64Array.from(margins.bias);
  addProducts(margins, vector, score);
  return { like, score: score.map((margin, at) => margin + MEAN_SHARE * (like[at] ?? 0)) };
}

function addProducts({ offsets, of, weights }: WeightIndex, vector: UnitVector, sums: Float64Array): void {
  for (let place = 0; place < vector.buckets.length; place += 1) {
    const bucket = vector.buckets[place] ?? 0;
    const weight = vector.weights[place] ?? 0;
    const end = offsets[bucket + 1] ?? 0;
    for (let at = offsets[bucket] ?? 0; at < end; at += 1) {
      const intent = of[at] ?? 0;
      sums[intent] = (sums[intent] ?? 0) + weight * (weights[at] ?? 0);
    }
  }
}
