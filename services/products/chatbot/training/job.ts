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
import { yieldEvery } from './yieldEvery.ts';
import { packText, packVector } from './models.ts';
import { runRegression } from './regression.ts';
import {
  changesSince,
  recordFailure,
  storeTrained,
  storeRegression,
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
/** Steps that the progress of one classifier is told in. */
const PROGRESS_STEPS = 100;
/** Milliseconds between two messages about progress. */
const PROGRESS_INTERVAL_MS = 200;
/** Milliseconds that the custom classifier may take to learn. */
const CUSTOM_TIMEOUT_MS = 5_000;

/** Teaches the classifiers one after another, then tries the regression set. Running twice teaches the same. */
export async function runTraining(
  { data: { kinds, by }, signal, progress }: JobContext<TrainJob>,
  context: Context,
): Promise<JobOutcome> {
  const { db, services: current, publish } = context;
  const services = current();
  const settings = await botSettings(services);
  const policy = webhookPolicy(context.settings);
  const breathe = yieldEvery(signal);
  const wanted = CLASSIFIERS.filter((kind) => kinds.includes(kind));
  let toldAt = 0;
  const tell = async (kind: Classifier, done: number): Promise<void> => {
    const at = wanted.indexOf(kind);
    progress(Math.floor((at + done) * PROGRESS_STEPS), wanted.length * PROGRESS_STEPS, kind);
    await breathe();
    if (done < 1 && Date.now() - toldAt < PROGRESS_INTERVAL_MS) return;
    toldAt = Date.now();
    await publish('training.changed', { kind, progress: done }, { to: { readers: 'intent' } });
  };
  // The state first: what changes while it is read counts as changed since.
  const snapshot = await readSnapshot(services);
  const lessons = buildTrainingSet(await readAllIntents(services, breathe));
  for (const kind of wanted) {
    await tell(kind, 0);
    await trainers[kind](
      { services, settings, policy, snapshot, trainingSet: lessons, by: by ?? null, breathe, signal },
      (done) => tell(kind, done),
    );
    await tell(kind, 1);
  }
  // A classifier that does not answer is not waited for with each sentence.
  const call = webhookCaller({ policy, key: settings.signingKey, circuits: new CircuitBreaker(1) });
  const counts = await runRegression(
    services,
    loadKnowledge(services, settings, new ModelCache(), call),
    breathe,
  );
  await storeRegression(db, counts);
  await publish('training.changed', { kind: null, progress: 1 }, { to: { readers: 'intent' } });
  const { passed, failed, changed } = counts;
  const tried = passed + failed > 0 ? `, ${passed} of ${passed + failed} sentences as expected` : '';
  return {
    text: `${lessons.intents.length} intents learnt${tried}${changed > 0 ? `, ${changed} changed` : ''}`,
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
  breathe: () => Promise<void>;
  signal: AbortSignal;
}
type Trainer = (lesson: TrainingRun, progress: (done: number) => Promise<void>) => Promise<void>;

const trainers: Record<Classifier, Trainer> = {
  async vector({ services, settings, snapshot, trainingSet: lessons, by, breathe }, progress) {
    const { threshold } = settings;
    const { trained, quality } = await trainVectorClassifier(lessons, threshold, progress);
    const told = await buildReport(lessons, quality, threshold, breathe);
    const before = await findPreviousTraining(services.db, 'vector');
    const report = {
      ...told,
      changed: changesSince(before?.snapshot ?? null, snapshot).slice(0, 200),
      ...(before?.quality && { before: before.quality }),
    };
    await storeTrained(services.db, 'vector', { snapshot, model: await packVector(trained), report, by });
  },
  async text({ services, snapshot, trainingSet: lessons, by }) {
    await storeTrained(services.db, 'text', {
      snapshot,
      model: packText(trainTextClassifier(lessons)),
      report: null,
      by,
    });
  },
  /** Told what there is to learn; one that fails is told of, and the others answer. */
  async custom({ services, settings, policy, snapshot, trainingSet: lessons, by, signal }) {
    const { classifierUrl: url, signingKey: key } = settings;
    if (url !== undefined) {
      const intents = lessons.intents.map(({ id, name }, at) => ({
        id,
        name,
        samples: lessons.samples.filter(({ intent }) => intent === at).map(({ text }) => text),
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
  breathe: () => Promise<void>,
): Promise<(Intent & EntityRecord)[]> {
  const intents: Repository<Intent> | undefined = catalog.typed('intent');
  const all: (Intent & EntityRecord)[] = [];
  for (;;) {
    const cursor = all.at(-1);
    const page = (await intents?.list({ take: 200, ...(cursor && { cursorId: cursor.id, skip: 1 }) })) ?? [];
    all.push(...page);
    await breathe();
    if (page.length < 200) return all;
  }
}
