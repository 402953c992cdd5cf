import { BUCKETS } from './grams.ts';

/** Maximum passes over the samples; those clear of the margin are skipped after the first. */
const MAX_ROUNDS = 15;
const ACTIVE_MARGIN = 1.02;
/** Training stops when no sample violates the margin by more. */
const TOLERANCE = 0.1;
/** Cost of a misclassified sample, relative to the weights' size. */
const COST = 0.5;
/** Samples processed before yielding to other work. */
const STEPS_PER_YIELD = 500;

/** A text as a vector of length 1. */
export interface UnitVector {
  buckets: Int32Array;
  weights: Float64Array;
}

interface Margins {
  /** Weights of each intent, by bucket. */
  rows: Map<number, number>[];
  bias: Float32Array;
}

/**
 * Trains a linear support-vector machine per intent (one against the rest) with squared hinge loss, by dual coordinate
 * descent. Deterministic. The few samples of an intent weigh more, by the square root of the ratio.
 * @param least smaller weights are left out
 */
export async function trainMargins(
  vectors: readonly UnitVector[],
  intentOfSample: readonly number[],
  intents: number,
  { minWeight: least, yieldNow: breathe }: { minWeight: number; yieldNow: () => Promise<void> },
): Promise<Margins> {
  const bias = new Float32Array(intents);
  const rows: Map<number, number>[] = [];
  const weights = new Float64Array(BUCKETS);
  for (let intent = 0; intent < intents; intent += 1) {
    weights.fill(0);
    bias[intent] = await trainIntent(vectors, intentOfSample, intent, weights, breathe);
    const row = new Map<number, number>();
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const weight = weights[bucket] ?? 0;
      if (weight > least || weight < -least) row.set(bucket, weight);
    }
    rows.push(row);
  }
  return { rows, bias };
}

/** @returns the bias; the weights are written to `weights` */
async function trainIntent(
  vectors: readonly UnitVector[],
  intentOfSample: readonly number[],
  intent: number,
  weights: Float64Array,
  yieldNow: () => Promise<void>,
): Promise<number> {
  let active = vectors.map((_, at) => at);
  const ownCount = intentOfSample.filter((owner) => owner === intent).length;
  const ownCost = COST * Math.sqrt((vectors.length - ownCount) / Math.max(1, ownCount));
  const dualWeights = new Float64Array(vectors.length);
  const random = seededRandom(intent + 1);
  let bias = 0;
  let steps = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    shuffle(active, random);
    const next: number[] = [];
    let maxViolation = 0;
    for (const at of active) {
      steps += 1;
      if (steps % STEPS_PER_YIELD === 0) await yieldNow();
      const vector = vectors[at];
      if (!vector) continue;
      const side = intentOfSample[at] === intent ? 1 : -1;
      const slack = 1 / (2 * (side === 1 ? ownCost : COST) || 1);
      const before = dualWeights[at] ?? 0;
      const margin = side * (dotProduct(weights, vector) + bias);
      const distance = margin - 1 + slack * before;
      const after = Math.max(0, before - distance / (2 + slack));
      if (after > 0 || margin < ACTIVE_MARGIN || round === 0) next.push(at);
      if (after === before) continue;
      maxViolation = Math.max(maxViolation, Math.abs(distance));
      dualWeights[at] = after;
      const change = (after - before) * side;
      bias += change;
      for (let place = 0; place < vector.buckets.length; place += 1) {
        const bucket = vector.buckets[place] ?? 0;
        weights[bucket] = (weights[bucket] ?? 0) + change * (vector.weights[place] ?? 0);
      }
    }
    active = next;
    if (maxViolation < TOLERANCE) break;
  }
  return bias;
}

function dotProduct(lineWeights: Float64Array, { buckets, weights }: UnitVector): number {
  let sum = 0;
  for (let place = 0; place < buckets.length; place += 1)
    sum += (lineWeights[buckets[place] ?? 0] ?? 0) * (weights[place] ?? 0);
  return sum;
}

/** Numbers from 0 up to 1, the same for the same seed (a linear congruential generator). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(places: number[], random: () => number): void {
  for (let at = places.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const swapped = places[at] ?? 0;
    places[at] = places[other] ?? 0;
    places[other] = swapped;
  }
}
