import { unknownWord } from '../../../../schemas/model/nearest.ts';
import type { Context, DomainModule } from '../../../engine/modules/module.ts';
import { invalid } from '../../../engine/http/errors.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import type { Asked } from '../../../../schemas/understanding/trial.ts';
import { botSettings } from '../botSettings.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { webhookCaller } from '../../../engine/outbound/webhooks/caller.ts';
import { currentKnowledge } from '../answering/knowledge.ts';
import { tryBot } from '../answering/tryIt.ts';
import { runTraining, TRAIN_JOB, type TrainJob } from './job.ts';
import { readTraining } from './store.ts';
import { CLASSIFIER_TABLES } from './tables.ts';
import { CLASSIFIERS, type Classifier } from '../../../../schemas/understanding/training.ts';

const ANY_OBJECT = { type: 'object', additionalProperties: true };

/** Classifiers that are really trained, and the bot that answers with them. */
export const trainingModule = {
  name: 'training',
  entity: 'intent',
  migrations: CLASSIFIER_TABLES,
  verbs: {
    train: { on: 'list', output: ANY_OBJECT, run: train },
    training: {
      on: 'list',
      method: 'GET',
      operation: 'read',
      output: ANY_OBJECT,
      run: async ({ context: { services } }) => {
        const { classifierUrl } = await botSettings(services());
        return readTraining(services(), classifierUrl !== undefined);
      },
    },
    try: {
      on: 'list',
      operation: 'read',
      input: 'try-intent',
      output: ANY_OBJECT,
      run: async ({ input, context: { services, settings } }) => {
        const now = services();
        const bot = await botSettings(now);
        const policy = webhookPolicy(settings);
        const call = webhookCaller({ policy, key: bot.signingKey });
        const knowledge = currentKnowledge(now, bot, call);
        return tryBot(now, knowledge, input as unknown as Asked, settings.publicUrl ?? null);
      },
    },
  },
  jobs: { [TRAIN_JOB]: { run: runTraining, retry: 1, timeout: '30m', concurrency: 1 } },
  /** The demo's bot answers from the first minute on. */
  async start({ settings, services, db, jobs }) {
    if (!settings.demo || !services().catalog.named('intent')) return;
    const untaught = await db.query(`SELECT 1 FROM bot_classifier WHERE trained_at IS NULL AND job IS NULL`);
    if (untaught.length < CLASSIFIERS.length) return;
    const data: TrainJob = { kinds: [...CLASSIFIERS] };
    await db.transaction((tx) => jobs.enqueue(tx, TRAIN_JOB, data, { key: 'first' }));
  },
  events: {
    'training.changed': {
      description: 'A classifier is being trained, or was; `kind` is null when all of a training is done.',
      json: {
        type: 'object',
        required: ['kind', 'progress'],
        properties: {
          kind: { type: ['string', 'null'], enum: [...CLASSIFIERS, null] },
          progress: { type: 'number', minimum: 0, maximum: 1 },
        },
      },
    },
  },
} satisfies DomainModule;

/** All three where none is named. @throws ApiError 422 for one that there is not */
function parseClassifiers(asked: unknown): Classifier[] {
  if (asked === undefined) return [...CLASSIFIERS];
  const names: unknown[] = Array.isArray(asked) ? asked : [asked];
  const unknown = names.find((name) => !CLASSIFIERS.some((kind) => kind === name));
  if (unknown !== undefined)
    throw invalid({ '/classifiers': unknownWord('classifier', unknown, CLASSIFIERS) });
  return CLASSIFIERS.filter((kind) => names.length === 0 || names.includes(kind));
}

/** One training at a time waits; the classifiers that it will train are told as training from now on. */
async function train({ input, user, context }: ActionCall & { context: Context }): Promise<unknown> {
  const { db, jobs, services, publish } = context;
  const kinds = parseClassifiers(input['classifiers']);
  const data: TrainJob = { kinds, by: user.name || user.username };
  await db.transaction(async (tx) => {
    const id = await jobs.enqueue(tx, TRAIN_JOB, data, {
      key: [...kinds].sort().join(),
      title: 'Training of the bot',
      by: { id: user.id, name: user.name || user.username },
    });
    await tx.query('UPDATE bot_classifier SET job = $1::uuid WHERE kind = ANY($2::text[])', [id, kinds]);
  });
  await publish('training.changed', { kind: kinds[0] ?? null, progress: 0 }, { to: { readers: 'intent' } });
  const { classifierUrl } = await botSettings(services());
  return readTraining(services(), classifierUrl !== undefined);
}
