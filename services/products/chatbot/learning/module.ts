import type { Context, DomainModule } from '../../../engine/modules/module.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { SYSTEM } from '../../../engine/resources/write/actor.ts';
import { records } from '../../../engine/resources/write/records.ts';
import { runInTransaction } from '../../../engine/resources/write/unitOfWork.ts';
import { factsOf } from '../../../engine/storage/liveFields.ts';
import { guessIntents } from './guesses.ts';
import { openAgain } from './openAgain.ts';
import { teachSentences } from './teach.ts';

const RETAIN_JOB = 'bot.missed-retention';
const REMOVED_AT_ONCE = 200;

/** What the bot did not understand, and is taught. */
export const learningModule = {
  name: 'learning',
  entity: 'missed-sentence',
  verbs: {
    teach: { on: 'record', output: 'missed-sentence', together: true, run: teachSentences },
    reopen: { on: 'record', output: 'missed-sentence', together: true, run: openAgain },
    guesses: {
      on: 'list',
      operation: 'update',
      output: {
        type: 'object',
        required: ['intents', 'name', 'alike'],
        properties: {
          intents: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'name', 'score'],
              properties: {
                id: { type: 'string' },
                name: { type: 'string' },
                score: { type: 'number', minimum: 0, maximum: 1 },
              },
            },
          },
          name: { type: 'string', description: 'For a new intent.' },
          alike: {
            type: 'array',
            items: {
              type: 'object',
              required: ['id', 'sentence', 'count'],
              properties: {
                id: { type: 'string' },
                sentence: { type: 'string' },
                count: { type: 'integer' },
              },
            },
          },
        },
      },
      run: guessIntents,
    },
  },
  jobs: {
    [RETAIN_JOB]: {
      label: 'Removal of old sentences that the bot did not understand',
      run: ({ signal }, context) => removeOld(context, signal),
    },
  },
  schedules: { [RETAIN_JOB]: { daily: '03:50' } },
} satisfies DomainModule;

async function removeOld({ services, settings }: Context, signal: AbortSignal): Promise<void> {
  const days = settings.missedSentencesDays;
  if (days === 0) return;
  const before = new Date(Date.now() - days * 86_400_000).toISOString();
  const sentences = services().catalog.typed('missed-sentence');
  while (!signal.aborted) {
    const old = (await sentences?.list({ take: REMOVED_AT_ONCE, where: [{ lastAt: { lt: before } }] })) ?? [];
    for (const { id } of old) await removeIfOld(services(), id, before);
    if (old.length < REMOVED_AT_ONCE) return;
  }
}

/** Removes a sentence, unless it was written once more since it was found to be old. */
async function removeIfOld(services: Services, id: string, before: string): Promise<void> {
  const { model, repository } = services.catalog.require('missed-sentence');
  await runInTransaction(services, async (unit) => {
    if (!(await repository.within(unit.tx).lock(id, 'delete'))) return;
    const old = await unit.tx.query(
      `SELECT id FROM ${factsOf(model)} WHERE id = $1::uuid AND facts ->> 'lastAt' < $2 FOR UPDATE`,
      [id, before],
    );
    if (old.length > 0) await records(services, 'missed-sentence', SYSTEM, unit).remove(id);
  });
}
