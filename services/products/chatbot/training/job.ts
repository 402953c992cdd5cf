import type { Context } from '../../../engine/modules/module.ts';
import type { JobContext, JobOutcome } from '../../../engine/jobs/index.ts';
import type { Repository } from '../../../engine/resources/repository.ts';
import type { Intent } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { botSettings, type BotSettings } from '../botSettings.ts';
import { loadKnowledge } from '../answering/knowledge.ts';
import type { AddressPolicy } from '../../../engine/outbound/addressPolicy.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { CircuitBreaker } from '../../../engine/outbound/circuitBreaker.ts';
import { callWebhook } from '../../../engine/outbound/webhooks/call.ts';
import { webhookCaller } from '../../../engine/outbound/webhooks/caller.ts';
import { checkTaught } from '../learning/taught.ts';
import { yieldEvery } from './yieldEvery.ts';
import { packText, packVector } from './models.ts';
import { runRegression } from './regression.ts';
import {
  changesSince,
  recordFailure,
  storeTrained,
  storeResults,
  readSnapshot,
  findPreviousTraining,
} from './store.ts';
import { ModelCache } from './store.ts';
import {
  trainTextClassifier,
  trainVectorClassifier,
  buildTrainingSet,
  buildReport,
  type TrainingSet,
} from './train.ts';
import { CLASSIFIERS, type Classifier, type Snapshot } from '../../../../schemas/understanding/training.ts';

export const TRAIN_JOB = 'bot.train';
export interface TrainJob {
  kinds: Classifier[];
  by?: string;
}
/** For which training keeps the event loop at a time. */
const YIELD_MS = 8;
/** Of the progress of one classifier. */
const PROGRESS_STEPS = 100;
/** Between two progress messages. */
const PROGRESS_INTERVAL_MS = 200;
/** For the custom classifier's training call. */
const CUSTOM_TIMEOUT_MS = 5_000;

/** Trains the classifiers one after another, then runs the regression set. Running it twice gives the same models. */
export async function runTraining(
  { data: { kinds, by }, signal, progress }: JobContext<TrainJob>,
  context: Context,
): Promise<JobOutcome> {
  const { db, services: current, publish } = context;
  const services = current();
  const settings = await botSettings(services);
  const policy = webhookPolicy(context.settings);
  const yieldIfDue = yieldEvery(YIELD_MS, signal);
  const wanted = CLASSIFIERS.filter((kind) => kinds.includes(kind));
  let publishedAt = 0;
  const publishProgress = async (kind: Classifier, done: number): Promise<void> => {
    const at = wanted.indexOf(kind);
    progress(Math.floor((at + done) * PROGRESS_STEPS), wanted.length * PROGRESS_STEPS, kind);
    await yieldIfDue();
    if (done < 1 && Date.now() - publishedAt < PROGRESS_INTERVAL_MS) return;
    publishedAt = Date.now();
    await publish('training.changed', { kind, progress: done }, { to: { readers: 'intent' } });
  };
  // The snapshot first: what changes while the intents are read counts as changed since.
  const snapshot = await readSnapshot(services);
  const trainingSet = buildTrainingSet(await readAllIntents(services, yieldIfDue));
  for (const kind of wanted) {
    await publishProgress(kind, 0);
    await trainers[kind](
      { services, settings, policy, snapshot, trainingSet, by: by ?? null, yieldIfDue, signal },
      (done) => publishProgress(kind, done),
    );
    await publishProgress(kind, 1);
  }
  // A custom classifier that does not answer must not delay every sentence.
  const call = webhookCaller({ policy, key: settings.signingKey, circuits: new CircuitBreaker(1) });
  const knowledge = loadKnowledge(services, settings, new ModelCache(), call);
  const counts = await runRegression(services, knowledge, yieldIfDue);
  const taught = await checkTaught(services, knowledge, yieldIfDue);
  await storeResults(db, { regression: counts, ...(taught.taught > 0 && { taught }) });
  await publish('training.changed', { kind: null, progress: 1 }, { to: { readers: 'intent' } });
  const { passed, failed, changed } = counts;
  const tried = passed + failed > 0 ? `, ${passed} of ${passed + failed} sentences as expected` : '';
  const understood =
    taught.taught > 0 ? `, ${taught.understood} of ${taught.taught} taught sentences understood` : '';
  return {
    text: `${trainingSet.intents.length} intents learnt${tried}${changed > 0 ? `, ${changed} changed` : ''}${understood}`,
    link: '/chatbot/intent',
  };
}

interface TrainingRun {
  services: Services;
  settings: BotSettings;
  policy: AddressPolicy;
  snapshot: Snapshot;
  trainingSet: TrainingSet;
  by: string | null;
  yieldIfDue: () => Promise<void>;
  signal: AbortSignal;
}
type Trainer = (lesson: TrainingRun, progress: (done: number) => Promise<void>) => Promise<void>;

const trainers: Record<Classifier, Trainer> = {
  async vector({ services, settings, snapshot, trainingSet, by, yieldIfDue }, progress) {
    const { threshold } = settings;
    const { trained, quality } = await trainVectorClassifier(trainingSet, threshold, progress);
    const built = await buildReport(trainingSet, quality, threshold, yieldIfDue);
    const previous = await findPreviousTraining(services.db, 'vector');
    const report = {
      ...built,
      changed: changesSince(previous?.snapshot ?? null, snapshot).slice(0, 200),
      ...(previous?.quality && { before: previous.quality }),
    };
    await storeTrained(services.db, 'vector', { snapshot, model: await packVector(trained), report, by });
  },
  async text({ services, snapshot, trainingSet, by }) {
    await storeTrained(services.db, 'text', {
      snapshot,
      model: packText(trainTextClassifier(trainingSet)),
      report: null,
      by,
    });
  },
  /** Receives the training set; a failure is recorded, and the other classifiers answer. */
  async custom({ services, settings, policy, snapshot, trainingSet, by, signal }) {
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
      if ('fault' in answer) return recordFailure(services.db, 'custom', answer.fault);
    }
    await storeTrained(services.db, 'custom', { snapshot, model: null, report: null, by });
  },
};

async function readAllIntents(
  { catalog }: Services,
  yieldIfDue: () => Promise<void>,
): Promise<(Intent & EntityRecord)[]> {
  const intents: Repository<Intent> | undefined = catalog.typed('intent');
  const all: (Intent & EntityRecord)[] = [];
  for (;;) {
    const cursor = all.at(-1);
    const page = (await intents?.list({ take: 200, ...(cursor && { cursorId: cursor.id, skip: 1 }) })) ?? [];
    all.push(...page);
    await yieldIfDue();
    if (page.length < 200) return all;
  }
}
