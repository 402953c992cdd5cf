import { learnConfidence, confidenceOf, leadsOf, topOf, type Confidence, type Judged } from './confidence.ts';
import { likeness, trainVector, type VectorSample } from './vector.ts';

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
  /** Of each intent: how many samples, and how many of them were recognised. */
  intents: { samples: number; right: number }[];
  /** Most frequent first. */
  confusions: Confusion[];
  confidence: Confidence;
}

/** Parts into which samples are split; each is judged by what the others teach. */
const FOLDS = 5;
const MOST_CONFUSIONS = 50;
const MOST_PLACES = 5;
/** Texts about nothing known count as much as those that are known. */
const STRANGERS = 0.6;

/** Lets others work, and tells how far it is, from 0 to 1. */
type Breathe = (done: number) => Promise<void>;

/**
 * Judges every sample by a model of the others (in five parts), and learns what a likeness is worth. What no intent
 * means is learnt from each sample with its own intent left out.
 */
export async function crossValidate(
  samples: readonly VectorSample[],
  intents: number,
  threshold: number,
  breathe: Breathe,
): Promise<Quality> {
  const partOf = partsOf(samples);
  const likes: Float64Array[] = [];
  for (let part = 0; part < FOLDS; part += 1) {
    await breathe(part / FOLDS);
    const model = await trainVector(
      samples.filter((_, at) => partOf[at] !== part),
      intents,
      () => breathe(part / FOLDS),
    );
    for (const [at, { grams }] of samples.entries()) {
      if (partOf[at] !== part) continue;
      likes[at] = likeness(model, grams);
      if (at % 16 === 0) await breathe((part + at / samples.length) / FOLDS);
    }
  }
  await breathe(1);
  const confidence = learnConfidence(samples.flatMap(({ intent }, at) => judgedOf(likes[at], intent)));
  return summary(samples, likes, intents, threshold, confidence);
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

function judgedOf(like: Float64Array | undefined, intent: number): Judged[] {
  if (!like) return [];
  const first = topOf(like, 1)[0] ?? 0;
  const known: Judged = {
    like: like[first] ?? 0,
    lead: leadsOf(like)[first] ?? 0,
    right: first === intent,
    weight: 1,
  };
  const others = like.filter((_, at) => at !== intent);
  if (others.length < 2) return [known];
  const stranger = topOf(others, 1)[0] ?? 0;
  const lead = leadsOf(others)[stranger] ?? 0;
  return [known, { like: others[stranger] ?? 0, lead, right: false, weight: STRANGERS }];
}

function summary(
  samples: readonly VectorSample[],
  likes: readonly Float64Array[],
  intents: number,
  threshold: number,
  confidence: Confidence,
): Quality {
  const perIntent = Array.from({ length: intents }, () => ({ samples: 0, right: 0 }));
  const confusions = new Map<string, Confusion>();
  let [right, answered, answeredRightly] = [0, 0, 0];
  samples.forEach(({ intent: meant }, at) => {
    const like = likes[at] ?? new Float64Array(intents);
    const taken = topOf(like, 1)[0] ?? 0;
    const isRight = taken === meant;
    const sure = confidenceOf(confidence, like[taken] ?? 0, leadsOf(like)[taken] ?? 0) >= threshold;
    const own = perIntent[meant];
    if (own) own.samples += 1;
    if (own && isRight) own.right += 1;
    right += Number(isRight);
    answered += Number(sure);
    answeredRightly += Number(sure && isRight);
    if (isRight) return;
    const key = `${meant} ${taken}`;
    const held = confusions.get(key) ?? { meant, taken, times: 0, samples: [] };
    held.times += 1;
    if (held.samples.length < MOST_PLACES) held.samples.push(at);
    confusions.set(key, held);
  });
  const total = Math.max(1, samples.length);
  return {
    accuracy: right / total,
    answered: answered / total,
    answeredRightly: answeredRightly / Math.max(1, answered),
    intents: perIntent,
    confusions: [...confusions.values()].sort((a, b) => b.times - a.times).slice(0, MOST_CONFUSIONS),
    confidence,
  };
}
