import type { AddressPolicy } from '../../../engine/outbound/addressPolicy.ts';
import { callWebhook } from '../../../engine/outbound/webhooks/call.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { Classifier, Snapshot } from '../../../../schemas/understanding/training.ts';
import type { BotSettings } from '../botSettings.ts';
import type { Candidate } from './candidate.ts';
import { packText, packVector } from './models.ts';
import { changesSince, findPreviousTraining, recordFailure } from './store.ts';
import { buildReport, trainTextClassifier, trainVectorClassifier, type TrainingSet } from './train.ts';

/** For the custom classifier's training call. */
const CUSTOM_TIMEOUT_MS = 5_000;

export interface TrainingRun {
  services: Services;
  settings: BotSettings;
  policy: AddressPolicy;
  snapshot: Snapshot;
  trainingSet: TrainingSet;
  yieldIfDue: () => Promise<void>;
  signal: AbortSignal;
}
/** @returns undefined where the training failed, which is recorded */
type Trainer = (
  run: TrainingRun,
  progress: (done: number) => Promise<void>,
) => Promise<Candidate | undefined>;

/** Trains each classifier. The custom one cannot be rolled back, so it is trained only after a training went live. */
export const trainers: Record<Classifier, Trainer> = {
  async vector({ services, settings, snapshot, trainingSet, yieldIfDue }, progress) {
    const { threshold } = settings;
    const { trained, quality } = await trainVectorClassifier(trainingSet, threshold, progress);
    const built = await buildReport(trainingSet, quality, threshold, yieldIfDue);
    const previous = await findPreviousTraining(services.db, 'vector');
    const report = {
      ...built,
      changed: changesSince(previous?.snapshot ?? null, snapshot).slice(0, 200),
      ...(previous?.quality && { before: previous.quality }),
    };
    return { kind: 'vector', model: await packVector(trained), report, vector: trained };
  },
  async text({ trainingSet }) {
    const text = trainTextClassifier(trainingSet);
    return { kind: 'text', model: packText(text), report: null, text };
  },
  /** Receives the training set; a failure is recorded, and the other classifiers answer. */
  async custom({ services, settings, policy, trainingSet, signal }) {
    const { classifierUrl: url, signingKey: key } = settings;
    if (url !== undefined) {
      const intents = trainingSet.intents.map(({ id, name }, at) => ({
        id,
        name,
        samples: trainingSet.samples.filter(({ intent }) => intent === at).map(({ text }) => text),
      }));
      const answer = await callWebhook({
        url,
        policy,
        key,
        body: { event: 'train', intents },
        signal,
        timeoutMs: CUSTOM_TIMEOUT_MS,
      });
      if ('fault' in answer) {
        await recordFailure(services.db, 'custom', answer.fault);
        return undefined;
      }
    }
    return { kind: 'custom', model: null, report: null };
  },
};
