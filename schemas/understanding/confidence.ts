import type { Likeness } from './vector.ts';

/**
 * How sure a likeness makes the bot, from how like the intent is and by how much it leads before the next one. Learnt
 * from texts whose intent is known and that the model had not seen.
 */
export interface Confidence {
  bias: number;
  like: number;
  lead: number;
}

/** A text that the model had not seen: its likeness to what was meant, or to what was taken for it. */
export interface Judged {
  like: number;
  lead: number;
  right: boolean;
  /** About nothing that the model knows: its own intent was left out. */
  isForeign: boolean;
}

const GRADIENT_STEPS = 400;
/** Texts that it is learnt from, at most: more would say the same. */
const MAX_SAMPLES = 4_002;
const LEARNING_RATE = 2;
/** Keeps the weights small where there is little to learn from. */
const WEIGHT_DECAY = 0.002;
/** Texts about nothing known count as much as those that are known. */
const FOREIGN_WEIGHT = 0.6;
/** The agreed threshold of a new workspace: there the bot is to be most useful. */
export const DEFAULT_THRESHOLD = 0.6;
/**
 * Share of foreign texts that the default threshold lets through. They were made by leaving out an intent that has
 * neighbours, so they are far nearer to the others than what people ask about nothing known (measured: decision 34).
 */
const FOREIGN_ANSWERED_SHARE = 0.4;
/** At least and at most so many of the right ones are below the default threshold, however odd the samples are. */
const RIGHT_REFUSED_SHARE = [0.02, 0.5] as const;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
const logit = (chance: number): number => Math.log(chance / (1 - chance));

/** Logistic regression by gradient descent, moved so that 0.60 is the best threshold; the same texts give the same. */
export function learnConfidence(all: readonly Judged[]): Confidence {
  const sampleInterval = Math.ceil(all.length / MAX_SAMPLES);
  const judged = all.filter((_, at) => at % sampleInterval === 0);
  const confidence: Confidence = { bias: -2, like: 6, lead: 2 };
  const weightOf = ({ isForeign }: Judged): number => (isForeign ? FOREIGN_WEIGHT : 1);
  const total = judged.reduce((sum, one) => sum + weightOf(one), 0);
  if (total === 0) return confidence;
  for (let step = 0; step < GRADIENT_STEPS; step += 1) {
    const gradient: Confidence = { bias: 0, like: 0, lead: 0 };
    for (const one of judged) {
      const error =
        (weightOf(one) * (Number(one.right) - confidenceOf(confidence, one.like, one.lead))) / total;
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

/** Where, before it is moved, few enough of the foreign texts are answered. */
function thresholdLogit(learnt: Confidence, judged: readonly Judged[]): number {
  const sortedLogits = (some: readonly Judged[]): number[] =>
    some.map(({ like, lead }) => learnt.bias + learnt.like * like + learnt.lead * lead).sort((a, b) => a - b);
  const foreign = sortedLogits(judged.filter(({ isForeign }) => isForeign));
  const right = sortedLogits(judged.filter((one) => one.right));
  if (right.length === 0) return logit(DEFAULT_THRESHOLD);
  const [lowest, highest] = RIGHT_REFUSED_SHARE.map((share) => quantile(right, share)) as [number, number];
  const foreignLimit = foreign.length > 0 ? quantile(foreign, 1 - FOREIGN_ANSWERED_SHARE) : lowest;
  return Math.min(Math.max(foreignLimit, lowest), highest);
}

/** @param sorted at least one, in rising order */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** What a text with the intent that was taken for it adds to what is learnt; `without` leaves out that intent. */
export function judge({ like, score }: Likeness, meant: number, without?: number): Judged {
  const isLeftOut = without !== undefined;
  const scores = isLeftOut ? score.map((value, at) => (at === without ? -Infinity : value)) : score;
  const [best = 0] = topOf(scores, 1);
  return {
    like: like[best] ?? 0,
    lead: leadsOf(scores)[best] ?? 0,
    right: !isLeftOut && best === meant,
    isForeign: isLeftOut,
  };
}

export const confidenceOf = ({ bias, like, lead }: Confidence, alike: number, leads: number): number =>
  sigmoid(bias + like * alike + lead * leads);

/** How much each leads before the best of the others; negative for all but the first. */
export function leadsOf(scores: Float64Array): Float64Array {
  const [first = -1, second = -1] = topOf(scores, 2);
  return scores.map((value, at) => value - ((at === first ? scores[second] : scores[first]) ?? 0));
}

/** The places of the highest values, highest first; of the same ones the first. */
export function topOf(values: ArrayLike<number>, count: number): number[] {
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
