import {
  computeConfidence,
  toCalibrationSample,
  trainConfidence,
  topIndexes,
  type Confidence,
  type CalibrationSample,
} from './confidence.ts';
import type { CurvePoint } from './training.ts';
import { computeSimilarity, trainVector, type TextSimilarity, type VectorSample } from './vector.ts';

/** Two intents that are confused. */
interface Confusion {
  meant: number;
  taken: number;
  times: number;
  /** Indexes of some of the samples. */
  samples: number[];
}

/** Quality of the classification, on held-out samples. */
export interface Quality {
  /** Share of samples whose intent came first. */
  accuracy: number;
  /** Share of samples that were answered, above the threshold; and of those, rightly. */
  answered: number;
  answeredRightly: number;
  /** Held-out samples: all, or enough of them for a large bot. */
  judged: number;
  /** Per intent: held-out samples, those recognized, and samples of other intents taken for it. */
  intents: { samples: number; right: number; mistaken: number }[];
  /** Most frequent first. */
  confusions: Confusion[];
  confidence: Confidence;
  /** Outcomes by threshold, as shares of the samples and of foreign texts. */
  curve: Required<CurvePoint>[];
}

/** Folds of the cross-validation. */
const FOLDS = 5;
/** Held-out samples that suffice: a large bot evaluates only as many folds as it needs. */
const MAX_HELD_OUT_SAMPLES = 2_000;
const MAX_CONFUSIONS = 200;
const MAX_SAMPLES_PER_CONFUSION = 20;
/** Steps of the curve over the threshold, from 0 to 1. */
const CURVE_STEPS = 20;

/** Yields to other work, and reports the progress from 0 to 1. */
type YieldWithProgress = (done: number) => Promise<void>;

/** A held-out sample with its result by the model of the others. */
interface HeldOutSample extends TextSimilarity {
  at: number;
  intent: number;
}

/**
 * Cross-validates in five folds and trains the confidence. Each sample also serves, with its own intent left out, as a
 * text about nothing known.
 */
export async function crossValidate(
  samples: readonly VectorSample[],
  intents: number,
  threshold: number,
  yieldNow: YieldWithProgress,
): Promise<Quality> {
  const foldOf = assignFolds(samples);
  const judgedFolds = Math.min(
    FOLDS,
    Math.max(1, Math.ceil((MAX_HELD_OUT_SAMPLES * FOLDS) / Math.max(1, samples.length))),
  );
  const heldOut: HeldOutSample[] = [];
  for (let fold = 0; fold < judgedFolds; fold += 1) {
    await yieldNow(fold / judgedFolds);
    const model = await trainVector(
      samples.filter((_, at) => foldOf[at] !== fold),
      intents,
      () => yieldNow(fold / judgedFolds),
    );
    for (const [at, { grams, intent }] of samples.entries()) {
      if (foldOf[at] !== fold) continue;
      heldOut.push({ at, intent, ...computeSimilarity(model, grams) });
      if (at % 16 === 0) await yieldNow((fold + at / samples.length) / judgedFolds);
    }
  }
  await yieldNow(1);
  const judged = heldOut.flatMap((one) => [
    toCalibrationSample(one, one.intent),
    ...(intents > 2 ? [toCalibrationSample(one, one.intent, one.intent)] : []),
  ]);
  return summarize(heldOut, judged, intents, threshold);
}

/** Assigns each intent's samples to folds in turn, so that every fold has every intent. */
function assignFolds(samples: readonly VectorSample[]): number[] {
  const samplesOfIntent = new Map<number, number>();
  return samples.map(({ intent }) => {
    const index = samplesOfIntent.get(intent) ?? 0;
    samplesOfIntent.set(intent, index + 1);
    return index % FOLDS;
  });
}

function summarize(
  heldOut: readonly HeldOutSample[],
  judged: readonly CalibrationSample[],
  intents: number,
  threshold: number,
): Quality {
  const confidence = trainConfidence(judged);
  const perIntent = Array.from({ length: intents }, () => ({ samples: 0, right: 0, mistaken: 0 }));
  const confusions = new Map<string, Confusion>();
  for (const { at, intent: meant, score } of heldOut) {
    const taken = topIndexes(score, 1)[0] ?? 0;
    const isRight = taken === meant;
    const meantIntent = perIntent[meant];
    if (meantIntent) meantIntent.samples += 1;
    if (meantIntent && isRight) meantIntent.right += 1;
    if (isRight) continue;
    const takenIntent = perIntent[taken];
    if (takenIntent) takenIntent.mistaken += 1;
    const key = `${meant} ${taken}`;
    const confusion = confusions.get(key) ?? { meant, taken, times: 0, samples: [] };
    confusion.times += 1;
    if (confusion.samples.length < MAX_SAMPLES_PER_CONFUSION) confusion.samples.push(at);
    confusions.set(key, confusion);
  }
  const [current = NO_POINT] = computeCurve(confidence, judged, [threshold]);
  const steps = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => step / CURVE_STEPS);
  const answered = current.right + current.wrong;
  return {
    accuracy:
      heldOut.reduce((sum, { intent, score }) => sum + Number(topIndexes(score, 1)[0] === intent), 0) /
      Math.max(1, heldOut.length),
    answered,
    answeredRightly: answered === 0 ? 0 : current.right / answered,
    judged: heldOut.length,
    intents: perIntent,
    confusions: [...confusions.values()].sort((a, b) => b.times - a.times).slice(0, MAX_CONFUSIONS),
    confidence,
    curve: computeCurve(confidence, judged, steps),
  };
}

const NO_POINT: Required<CurvePoint> = { threshold: 0, right: 0, wrong: 0, foreign: 0 };

/** What the bot would do at thresholds, in shares of the samples and of the texts about nothing known. */
function computeCurve(
  confidence: Confidence,
  judged: readonly CalibrationSample[],
  thresholds: readonly number[],
): Required<CurvePoint>[] {
  const scored = judged.map((one) => ({ ...one, score: computeConfidence(confidence, one.like, one.lead) }));
  const foreign = scored.filter(({ isForeign }) => isForeign);
  const known = scored.filter(({ isForeign }) => !isForeign);
  const share = (some: typeof scored, of: typeof scored): number => some.length / Math.max(1, of.length);
  return thresholds.map((threshold) => ({
    threshold,
    right: share(
      known.filter(({ score, right }) => score >= threshold && right),
      known,
    ),
    wrong: share(
      known.filter(({ score, right }) => score >= threshold && !right),
      known,
    ),
    foreign: share(
      foreign.filter(({ score }) => score >= threshold),
      foreign,
    ),
  }));
}
