import { unknownNameMessage } from '../../../../schemas/model/didYouMean.ts';
import type { Context, DomainModule } from '../../../engine/modules/module.ts';
import { invalid } from '../../../engine/http/errors.ts';
import type { ActionCall } from '../../../engine/resources/actions.ts';
import { botSettings } from '../botSettings.ts';
import { runTraining, TRAIN_JOB, type TrainJob } from './job.ts';
import { readTraining } from './store.ts';
import { discardTraining, useTraining } from './trainings.ts';
import { CLASSIFIER_TABLES } from './tables.ts';
import { CLASSIFIERS, type Classifier, type Training } from '../../../../schemas/understanding/training.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { storedText } from '../../../../schemas/texts/stored.ts';

const ANY_OBJECT = { type: 'object', additionalProperties: true };

/** Training of the classifiers. */
export const trainingModule = {
  name: 'training',
  entity: 'intent',
  migrations: CLASSIFIER_TABLES,
  handlers: {
    train: {
      on: 'list',
      output: ANY_OBJECT,
      run: ({ input, user, context }) =>
        enqueueTraining(context, user, parseClassifiers(input['classifiers'])),
    },
    'use-training': {
      on: 'list',
      operation: 'train',
      output: ANY_OBJECT,
      run: async ({ input, user, context }) => {
        const { needsCustom } = await useTraining(context.db, parseNumber(input['number']));
        // Intents and sentences may have changed since: the regression set is run anew.
        return enqueueTraining(context, user, needsCustom ? ['custom'] : []);
      },
    },
    'drop-training': {
      on: 'list',
      operation: 'train',
      output: ANY_OBJECT,
      run: async ({ input, context }) => {
        await discardTraining(context.db, parseNumber(input['number']));
        await context.publish('training.changed', { kind: null, progress: 1 }, { to: { readers: 'intent' } });
        return currentTraining(context);
      },
    },
    training: {
      on: 'list',
      method: 'GET',
      operation: 'read',
      output: ANY_OBJECT,
      run: ({ context }) => currentTraining(context),
    },
  },
  jobs: { [TRAIN_JOB]: { run: runTraining, retry: 1, timeout: '30m', concurrency: 1 } },
  /** Trains the demo's bot at the first start. */
  async start({ settings, services, db, jobs }) {
    if (!settings.demo || !services().catalog.find('intent')) return;
    const untrained = await db.query(`SELECT 1 FROM bot_classifier WHERE trained_at IS NULL AND job IS NULL`);
    if (untrained.length < CLASSIFIERS.length) return;
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

/** @throws ApiError 422 */
function parseNumber(given: unknown): number {
  if (typeof given !== 'number' || !Number.isSafeInteger(given))
    throw invalid({ '/number': t('The number of a training is expected') });
  return given;
}

async function currentTraining({ services }: Context): Promise<Training> {
  const { classifierUrl } = await botSettings(services());
  return readTraining(services(), classifierUrl !== undefined);
}

/** The named classifiers, or all. @throws ApiError 422 for an unknown one */
function parseClassifiers(given: unknown): Classifier[] {
  if (given === undefined) return [...CLASSIFIERS];
  const names: unknown[] = Array.isArray(given) ? given : [given];
  const unknown = names.find((name) => !CLASSIFIERS.some((kind) => kind === name));
  if (unknown !== undefined)
    throw invalid({ '/classifiers': unknownNameMessage('classifier', unknown, CLASSIFIERS) });
  return CLASSIFIERS.filter((kind) => names.length === 0 || names.includes(kind));
}

/** Enqueues a training, at most one of the same classifiers, which count as training from now on. */
async function enqueueTraining(
  context: Context,
  user: ActionCall['user'],
  kinds: Classifier[],
): Promise<Training> {
  const { db, jobs, publish } = context;
  const data: TrainJob = { kinds, by: user.name || user.username };
  await db.transaction(async (tx) => {
    const id = await jobs.enqueue(tx, TRAIN_JOB, data, {
      key: [...kinds].sort().join(),
      title: kinds.length > 0 ? storedText('Training of the bot') : storedText('Test sentences of the bot'),
      by: { id: user.id, name: user.name || user.username },
    });
    await tx.query('UPDATE bot_classifier SET job = $1::uuid WHERE kind = ANY($2::text[])', [id, kinds]);
  });
  await publish('training.changed', { kind: kinds[0] ?? null, progress: 0 }, { to: { readers: 'intent' } });
  return currentTraining(context);
}
