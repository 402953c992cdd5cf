import type { DomainModule } from '../../../engine/modules/module.ts';
import { deleteOldMissed } from './retention.ts';
import { guessIntents } from './guesses.ts';
import { reopenSentences } from './reopen.ts';
import { teachSentences } from './teach.ts';
import { message } from '../../../../schemas/texts/translate.ts';

const RETENTION_JOB = 'bot.missed-retention';

/** Sentences that the bot did not understand: teaching, reopening, guessing, retention. */
export const learningModule = {
  name: 'learning',
  entity: 'missed-sentence',
  handlers: {
    teach: { on: 'record', output: 'missed-sentence', isBatch: true, run: teachSentences },
    reopen: { on: 'record', output: 'missed-sentence', isBatch: true, run: reopenSentences },
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
    [RETENTION_JOB]: {
      label: message('Removal of old sentences that the bot did not understand'),
      run: ({ signal }, context) => deleteOldMissed(context, signal),
      timeout: '6h',
    },
  },
  schedules: { [RETENTION_JOB]: { daily: '03:50' } },
} satisfies DomainModule;
