import type { Context } from '../../../engine/modules/module.ts';
import type { JobContext, JobOutcome } from '../../../engine/jobs/index.ts';
import type { Repository } from '../../../engine/resources/repository.ts';
import type { Intent } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { botSettings } from '../botSettings.ts';
import { loadKnowledge } from '../answering/knowledge.ts';
import type { Knowledge } from '../answering/types.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { CircuitBreaker } from '../../../engine/outbound/circuitBreaker.ts';
import { webhookCaller } from '../../../engine/outbound/webhooks/caller.ts';
import { checkTaught, listTaught } from '../learning/taught.ts';
import { yieldEvery } from './yieldEvery.ts';
import { compareSentences, runRegression, listTestSentences, storeSentenceResults } from './regression.ts';
import { ModelCache, readSnapshot, storeTaughtCounts, type Models } from './store.ts';
import { buildTrainingSet } from './train.ts';
import type { Candidate } from './candidate.ts';
import { trainers, type TrainingRun } from './trainers.ts';
import { findLiveNumber, storeClassifiers, storeLive, storeWaiting } from './trainings.ts';
import {
  CLASSIFIERS,
  type Classifier,
  type Regression,
  type Report,
} from '../../../../schemas/understanding/training.ts';
import { storedList, storedText } from '../../../../schemas/texts/stored.ts';

export const TRAIN_JOB = 'bot.train';
export interface TrainJob {
  kinds: Classifier[];
  by?: string;
}
/** Time of training after which the event loop gets a turn. */
const YIELD_MS = 8;
const PROGRESS_STEPS_PER_CLASSIFIER = 100;
/** Between two progress messages. */
const PROGRESS_INTERVAL_MS = 200;
const QUALITY_PAGE = '/chatbot/intent/quality';

/**
 * Trains the classifiers one after another and runs the regression set with them before they go live. A training that
 * makes more sentences worse than better waits for a decision, and so does one during which somebody chose other models.
 * The custom classifier cannot be rolled back: it is trained after the others went live and is left out of the comparison.
 * Running the job twice gives the same models.
 */
export async function runTraining(
  { data: { kinds, by }, signal, progress }: JobContext<TrainJob>,
  context: Context,
): Promise<JobOutcome> {
  const { db, services: current, publish } = context;
  const services = current();
  const settings = await botSettings(services);
  const policy = webhookPolicy(context.settings);
  const yieldIfDue = yieldEvery(YIELD_MS, signal);
  const kindsToTrain = CLASSIFIERS.filter((kind) => kinds.includes(kind));
  let publishedAt = 0;
  const publishProgress = async (kind: Classifier, done: number): Promise<void> => {
    const at = kindsToTrain.indexOf(kind);
    progress(
      Math.floor((at + done) * PROGRESS_STEPS_PER_CLASSIFIER),
      kindsToTrain.length * PROGRESS_STEPS_PER_CLASSIFIER,
      kind,
    );
    await yieldIfDue();
    if (done < 1 && Date.now() - publishedAt < PROGRESS_INTERVAL_MS) return;
    publishedAt = Date.now();
    await publish('training.changed', { kind, progress: done }, { to: { readers: 'intent' } });
  };
  // The snapshot first: what changes while the intents are read counts as changed since the training.
  const snapshot = await readSnapshot(services);
  const taughtBefore = await listTaught(services);
  const trainingSet = buildTrainingSet(await readAllIntents(services, yieldIfDue));
  const candidates: Candidate[] = [];
  const liveBefore = await findLiveNumber(db);
  const run: TrainingRun = { services, settings, policy, snapshot, trainingSet, yieldIfDue, signal };
  const train = async (kind: Classifier): Promise<Candidate[]> => {
    await publishProgress(kind, 0);
    const candidate = await trainers[kind](run, (done) => publishProgress(kind, done));
    await publishProgress(kind, 1);
    return candidate ? [candidate] : [];
  };
  for (const kind of kindsToTrain) if (kind !== 'custom') candidates.push(...(await train(kind)));
  // A custom classifier that does not answer must not delay every sentence.
  const call = webhookCaller({ policy, key: settings.signingKey, circuits: new CircuitBreaker(1) });
  const live = await new ModelCache().current(db);
  const includesCustom = kindsToTrain.includes('custom');
  const knowledgeWith = (models: Models, botConfig = settings): Knowledge =>
    loadKnowledge(services, botConfig, { current: () => Promise.resolve(models) }, call);
  const comparisonSettings = includesCustom ? { ...settings, classifierUrl: undefined } : settings;
  const vector = candidates.find((one) => one.vector)?.vector ?? live.vector;
  const text = candidates.find((one) => one.text)?.text ?? live.text;
  const sentences = await listTestSentences(services);
  const resultsBefore =
    candidates.length > 0 && live.vector
      ? await runRegression(sentences, knowledgeWith(live, comparisonSettings), yieldIfDue)
      : undefined;
  const results = await runRegression(
    sentences,
    knowledgeWith({ vector, text }, comparisonSettings),
    yieldIfDue,
  );
  const regression = compareSentences(sentences, resultsBefore, results);
  const { worse = 0, better = 0 } = regression;
  const training = { snapshot, candidates, by: by ?? null, regression, liveBefore, includesCustom };
  const isLive = worse <= better && (await storeLive(db, training));
  const knowledge = knowledgeWith({ vector, text });
  if (isLive) {
    let allResults = results;
    if (includesCustom) {
      const custom = await train('custom');
      if (settings.classifierUrl !== undefined)
        allResults = await runRegression(sentences, knowledge, yieldIfDue);
      const {
        worse: _,
        better: __,
        sentences: ___,
        ...counts
      } = compareSentences(sentences, undefined, allResults);
      const withCustom = { ...training, candidates: custom, regression: { ...regression, ...counts } };
      await db.transaction((tx) => storeClassifiers(tx, withCustom));
    }
    await storeSentenceResults(services, sentences, allResults);
  } else if (candidates.length > 0) await storeWaiting(db, training);
  const taught = !isLive ? undefined : await checkTaught(services, knowledge, taughtBefore, yieldIfDue);
  if (taught && taught.taught > 0) await storeTaughtCounts(db, taught);
  await publish('training.changed', { kind: null, progress: 1 }, { to: { readers: 'intent' } });
  return { text: outcomeText(trainingSet.intents.length, regression, isLive, taught), link: QUALITY_PAGE };
}

function outcomeText(
  intents: number,
  { passed, failed, changed, worse = 0, better = 0 }: Regression,
  isLive: boolean,
  taught: Report['taught'],
): string {
  if (!isLive && worse <= better)
    return storedText(
      'Not used: somebody chose another model while this one was trained. Choose the model to use',
    );
  const all = passed + failed;
  if (!isLive)
    return storedText(
      'Not used yet: %{worse} of %{all} sentences would be answered worse and %{better} better. Choose the model to use',
      { worse, all, better },
    );
  return storedList([
    storedText('%{count} intents learnt', { count: intents }),
    ...(all > 0 ? [storedText('%{passed} of %{all} sentences as expected', { passed, all })] : []),
    ...(changed > 0 ? [storedText('%{count} changed', { count: changed })] : []),
    ...(taught && taught.taught > 0
      ? [
          storedText('%{understood} of %{all} taught sentences understood', {
            ...{ understood: taught.understood, all: taught.taught },
          }),
        ]
      : []),
  ]);
}

async function readAllIntents(
  { catalog }: Services,
  yieldIfDue: () => Promise<void>,
): Promise<(Intent & EntityRecord)[]> {
  const intents: Repository<Intent> | undefined = catalog.repository('intent');
  const all: (Intent & EntityRecord)[] = [];
  for (;;) {
    const cursor = all.at(-1);
    const page = (await intents?.list({ take: 200, ...(cursor && { cursorId: cursor.id, skip: 1 }) })) ?? [];
    all.push(...page);
    await yieldIfDue();
    if (page.length < 200) return all;
  }
}
