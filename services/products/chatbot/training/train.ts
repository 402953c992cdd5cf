import type { Intent } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { findNearDuplicates } from '../../../../schemas/understanding/duplicates.ts';
import type { TextSample } from '../../../../schemas/understanding/fuzzy.ts';
import { normalizeText } from '../../../../schemas/understanding/normalise.ts';
import { crossValidate, type Quality } from '../../../../schemas/understanding/quality.ts';
import { parseSample } from '../../../../schemas/understanding/samples.ts';
import { toVectorSample, trainVector, type VectorSample } from '../../../../schemas/understanding/vector.ts';
import type { TrainedIntent, TrainedText, TrainedVector } from './models.ts';
import type { Report } from '../../../../schemas/understanding/training.ts';

type SampledIntent = Pick<Intent & EntityRecord, 'id' | 'name' | 'samples'>;

/** What classifiers are trained with. */
export interface TrainingSet {
  intents: TrainedIntent[];
  /** Every sample as people would write it, with the index of its intent. */
  samples: { text: string; intent: number }[];
}

/** Builds the training set in a fixed order, so that the same intents give the same models. */
export function buildTrainingSet(intents: readonly SampledIntent[]): TrainingSet {
  const ordered = intents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    intents: ordered.map(({ id, name }) => ({ id, name })),
    samples: ordered.flatMap(({ samples }, intent) =>
      samples.map((sample) => ({ text: parseSample(sample).text, intent })),
    ),
  };
}

/** @param progress is given 0 to 1; awaited, so that other work may run */
export async function trainVectorClassifier(
  { intents, samples }: TrainingSet,
  threshold: number,
  progress: (done: number) => Promise<void>,
): Promise<{ trained: TrainedVector; quality: Quality }> {
  const vectors: VectorSample[] = [];
  for (const [at, { text, intent }] of samples.entries()) {
    vectors.push(toVectorSample(text, intent));
    if (at % 20 === 0) await progress((0.2 * at) / samples.length);
  }
  const quality = await crossValidate(vectors, intents.length, threshold, (done) =>
    progress(0.2 + 0.7 * done),
  );
  const model = await trainVector(vectors, intents.length, () => progress(0.9));
  await progress(1);
  return { trained: { intents, confidence: quality.confidence, model }, quality };
}

/** The text classifier compares with the samples themselves. */
export function trainTextClassifier({ intents, samples }: TrainingSet): TrainedText {
  return { intents, samples: toTextSamples(samples) };
}

const toTextSamples = (samples: TrainingSet['samples']): TextSample[] =>
  samples.map(({ text, intent }) => ({ text: normalizeText(text), intent }));

/** Builds the report of a training, without what the previous one says. */
export async function buildReport(
  trainingSet: TrainingSet,
  quality: Quality,
  threshold: number,
  yieldIfDue: () => Promise<void>,
): Promise<Omit<Report, 'changed' | 'before' | 'regression' | 'taught'>> {
  const { intents, samples } = trainingSet;
  const nameOf = (intent: number): string => intents[intent]?.name ?? '';
  const toReportSample = (at: number) => {
    const { text = '', intent = 0 } = samples[at] ?? {};
    return { intent: nameOf(intent), sample: text };
  };
  const duplicates = await findNearDuplicates(toTextSamples(samples), yieldIfDue);
  return {
    accuracy: quality.accuracy,
    answered: quality.answered,
    answeredRightly: quality.answeredRightly,
    threshold,
    samples: samples.length,
    judged: quality.judged,
    curve: quality.curve.map(({ threshold: at, ...shares }) => ({
      threshold: at,
      right: round(shares.right),
      wrong: round(shares.wrong),
      foreign: round(shares.foreign),
    })),
    intents: intents
      .map(({ id, name }, at) => ({
        id,
        name,
        ...(quality.intents[at] ?? { samples: 0, right: 0, mistaken: 0 }),
      }))
      .sort((a, b) => a.right / (a.samples || 1) - b.right / (b.samples || 1)),
    confusions: quality.confusions.map((one) => ({
      meant: nameOf(one.meant),
      taken: nameOf(one.taken),
      times: one.times,
      samples: one.samples.map((at) => samples[at]?.text ?? ''),
    })),
    duplicates: duplicates.map(({ first, second, score }) => ({
      first: toReportSample(first),
      second: toReportSample(second),
      score,
    })),
  };
}

const round = (share: number): number => Math.round(share * 1e4) / 1e4;
