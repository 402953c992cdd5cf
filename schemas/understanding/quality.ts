import { confidenceOf, judge, learnConfidence, topOf, type Confidence, type Judged } from './confidence.ts';
import type { CurvePoint } from './training.ts';
import { likeness, trainVector, type Likeness, type VectorSample } from './vector.ts';

/** Two intents that are taken for each other. */
interface Confusion {
  meant: number;
  taken: number;
  times: number;
  /** Places of some of the samples. */
  samples: number[];
}

/** How well intents are told apart, judged by samples that were kept out of training. */
export interface Quality {
  /** Share of samples whose intent came first. */
  accuracy: number;
  /** Share of samples that were answered, above the threshold; and of those, rightly. */
  answered: number;
  answeredRightly: number;
  /** Samples that were judged: all, or of a large bot enough of them. */
  judged: number;
  /**
   * Of each intent: how many of its samples were judged, how many of those were recognised, and how many samples of
   * others were taken for it.
   */
  intents: { samples: number; right: number; mistaken: number }[];
  /** Most frequent first. */
  confusions: Confusion[];
  confidence: Confidence;
  /** What the bot would do at each threshold. */
  curve: Required<CurvePoint>[];
}

/** Parts into which samples are split; each is judged by what the others teach. */
const FOLDS = 5;
/** So many samples judged tell enough: of a large bot only as many parts are judged as they need. */
const ENOUGH = 2_000;
const MOST_CONFUSIONS = 200;
const MOST_PLACES = 20;
/** Steps of the curve over the threshold, from 0 to 1. */
const CURVE_STEPS = 20;

/** Lets others work, and tells how far it is, from 0 to 1. */
type Breathe = (done: number) => Promise<void>;

/** A sample that was kept out, with what the model of the others says of it. */
interface Kept extends Likeness {
  at: number;
  intent: number;
}

/**
 * Judges samples by a model of the others (in five parts), and learns what a likeness is worth. What no intent means is
 * learnt from each sample with its own intent left out.
 */
export async function crossValidate(
  samples: readonly VectorSample[],
  intents: number,
  threshold: number,
  breathe: Breathe,
): Promise<Quality> {
  const partOf = partsOf(samples);
  const parts = Math.min(FOLDS, Math.max(1, Math.ceil((ENOUGH * FOLDS) / Math.max(1, samples.length))));
  const kept: Kept[] = [];
  for (let part = 0; part < parts; part += 1) {
    await breathe(part / parts);
    const model = await trainVector(
      samples.filter((_, at) => partOf[at] !== part),
      intents,
      () => breathe(part / parts),
    );
    for (const [at, { grams, intent }] of samples.entries()) {
      if (partOf[at] !== part) continue;
      kept.push({ at, intent, ...likeness(model, grams) });
      if (at % 16 === 0) await breathe((part + at / samples.length) / parts);
    }
  }
  await breathe(1);
  const judged = kept.flatMap((one) => [
    judge(one, one.intent),
    ...(intents > 2 ? [judge(one, one.intent, one.intent)] : []),
  ]);
  return summary(kept, judged, intents, threshold);
}

/** Samples of an intent go to the parts in turn, so that each part knows every intent. */
function partsOf(samples: readonly VectorSample[]): number[] {
  const turns = new Map<number, number>();
  return samples.map(({ intent }) => {
    const turn = turns.get(intent) ?? 0;
    turns.set(intent, turn + 1);
    return turn % FOLDS;
  });
}

function summary(
  kept: readonly Kept[],
  judged: readonly Judged[],
  intents: number,
  threshold: number,
): Quality {
  const confidence = learnConfidence(judged);
  const perIntent = Array.from({ length: intents }, () => ({ samples: 0, right: 0, mistaken: 0 }));
  const confusions = new Map<string, Confusion>();
  for (const { at, intent: meant, score } of kept) {
    const taken = topOf(score, 1)[0] ?? 0;
    const isRight = taken === meant;
    const own = perIntent[meant];
    if (own) own.samples += 1;
    if (own && isRight) own.right += 1;
    if (isRight) continue;
    const other = perIntent[taken];
    if (other) other.mistaken += 1;
    const key = `${meant} ${taken}`;
    const held = confusions.get(key) ?? { meant, taken, times: 0, samples: [] };
    held.times += 1;
    if (held.samples.length < MOST_PLACES) held.samples.push(at);
    confusions.set(key, held);
  }
  const [now = NOTHING] = curveOf(confidence, judged, [threshold]);
  const steps = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => step / CURVE_STEPS);
  const answered = now.right + now.wrong;
  return {
    accuracy:
      kept.reduce((sum, { intent, score }) => sum + Number(topOf(score, 1)[0] === intent), 0) /
      Math.max(1, kept.length),
    answered,
    answeredRightly: answered === 0 ? 0 : now.right / answered,
    judged: kept.length,
    intents: perIntent,
    confusions: [...confusions.values()].sort((a, b) => b.times - a.times).slice(0, MOST_CONFUSIONS),
    confidence,
    curve: curveOf(confidence, judged, steps),
  };
}

const NOTHING: Required<CurvePoint> = { threshold: 0, right: 0, wrong: 0, foreign: 0 };

/** What the bot would do at thresholds, in shares of the samples and of the texts about nothing known. */
function curveOf(
  confidence: Confidence,
  judged: readonly Judged[],
  thresholds: readonly number[],
): Required<CurvePoint>[] {
  const scored = judged.map((one) => ({ ...one, score: confidenceOf(confidence, one.like, one.lead) }));
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
