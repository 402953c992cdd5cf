import type { TextSimilarity } from './vector.ts';

/**
 * Logistic model of the bot's confidence, from the likeness to an intent and its lead over the next one. Trained on
 * held-out texts with a known intent.
 */
export interface Confidence {
  bias: number;
  like: number;
  lead: number;
}

/** A held-out text: its likeness to the best intent, and whether that was the right one. */
export interface CalibrationSample {
  like: number;
  lead: number;
  right: boolean;
  /** Its own intent was left out, so that it stands for texts about nothing known. */
  isForeign: boolean;
}

const GRADIENT_STEPS = 400;
/** Maximum training texts: more do not change the result. */
const MAX_SAMPLES = 4_002;
const LEARNING_RATE = 2;
/** Regularizes the weights where there is little data. */
const WEIGHT_DECAY = 0.002;
/** Weight of foreign texts, relative to known ones. */
const FOREIGN_WEIGHT = 0.6;
/** The default threshold of a new workspace; the confidence is calibrated to it. */
export const DEFAULT_THRESHOLD = 0.6;
/**
 * Share of foreign texts above the default threshold. They are made by leaving out an intent with neighbors, so they
 * are much nearer to the others than real questions about nothing known (measured: decision 34).
 */
const FOREIGN_ANSWERED_SHARE = 0.4;
/** Bounds of the share of right answers below the default threshold, however odd the samples. */
const RIGHT_REFUSED_SHARE = [0.02, 0.5] as const;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
const logit = (chance: number): number => Math.log(chance / (1 - chance));

/** Logistic regression by gradient descent, shifted so that 0.60 is the best threshold. Deterministic. */
export function trainConfidence(all: readonly CalibrationSample[]): Confidence {
  const sampleInterval = Math.ceil(all.length / MAX_SAMPLES);
  const judged = all.filter((_, at) => at % sampleInterval === 0);
  const confidence: Confidence = { bias: -2, like: 6, lead: 2 };
  const weightOf = ({ isForeign }: CalibrationSample): number => (isForeign ? FOREIGN_WEIGHT : 1);
  const total = judged.reduce((sum, one) => sum + weightOf(one), 0);
  if (total === 0) return confidence;
  for (let step = 0; step < GRADIENT_STEPS; step += 1) {
    const gradient: Confidence = { bias: 0, like: 0, lead: 0 };
    for (const one of judged) {
      const error =
        (weightOf(one) * (Number(one.right) - computeConfidence(confidence, one.like, one.lead))) / total;
      gradient.bias += error;
      gradient.like += error * one.like;
      gradient.lead += error * one.lead;
    }
    confidence.bias += LEARNING_RATE * gradient.bias;
    confidence.like += LEARNING_RATE * 10 * (gradient.like - (WEIGHT_DECAY / 100) * confidence.like);
    confidence.lead += LEARNING_RATE * 10 * (gradient.lead - (WEIGHT_DECAY / 100) * confidence.lead);
  }
  return {
    ...confidence,
    bias: confidence.bias + logit(DEFAULT_THRESHOLD) - thresholdLogit(confidence, judged),
  };
}

/** The logit, before the shift, that few enough foreign texts exceed. */
function thresholdLogit(learnt: Confidence, judged: readonly CalibrationSample[]): number {
  const sortedLogits = (some: readonly CalibrationSample[]): number[] =>
    some.map(({ like, lead }) => learnt.bias + learnt.like * like + learnt.lead * lead).sort((a, b) => a - b);
  const foreign = sortedLogits(judged.filter(({ isForeign }) => isForeign));
  const right = sortedLogits(judged.filter((one) => one.right));
  if (right.length === 0) return logit(DEFAULT_THRESHOLD);
  const [lowest, highest] = RIGHT_REFUSED_SHARE.map((share) => quantile(right, share)) as [number, number];
  const foreignLimit = foreign.length > 0 ? quantile(foreign, 1 - FOREIGN_ANSWERED_SHARE) : lowest;
  return Math.min(Math.max(foreignLimit, lowest), highest);
}

/** @param sorted not empty, ascending */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** Turns the result for a held-out text into a training sample of the confidence; `without` leaves out that intent. */
export function toCalibrationSample(
  { like, score }: TextSimilarity,
  meant: number,
  without?: number,
): CalibrationSample {
  const isLeftOut = without !== undefined;
  const scores = isLeftOut ? score.map((value, at) => (at === without ? -Infinity : value)) : score;
  const [best = 0] = topIndexes(scores, 1);
  return {
    like: like[best] ?? 0,
    lead: computeLeads(scores)[best] ?? 0,
    right: !isLeftOut && best === meant,
    isForeign: isLeftOut,
  };
}

export const computeConfidence = ({ bias, like, lead }: Confidence, alike: number, leads: number): number =>
  sigmoid(bias + like * alike + lead * leads);

/** Lead of each score over the best of the others; negative for all but the best. */
export function computeLeads(scores: Float64Array): Float64Array {
  const [first = -1, second = -1] = topIndexes(scores, 2);
  return scores.map((value, at) => value - ((at === first ? scores[second] : scores[first]) ?? 0));
}

/** Indexes of the highest values, highest first; of equal ones the first. */
export function topIndexes(values: ArrayLike<number>, count: number): number[] {
  const top: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    let place = top.length;
    while (place > 0 && value > (values[top[place - 1] ?? 0] ?? 0)) place -= 1;
    if (place >= count) continue;
    top.splice(place, 0, at);
    if (top.length > count) top.pop();
  }
  return top;
}
