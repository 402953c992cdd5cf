import type { DomainModule } from '../../../engine/modules/module.ts';
import { forgetMissed } from './forget.ts';
import { guessIntents } from './guesses.ts';
import { openAgain } from './openAgain.ts';
import { teachSentences } from './teach.ts';
import { message } from '../../../../schemas/texts/translate.ts';

const RETAIN_JOB = 'bot.missed-retention';

/** What the bot did not understand, and is taught. */
export const learningModule = {
  name: 'learning',
  entity: 'missed-sentence',
  handlers: {
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
      label: message('Removal of old sentences that the bot did not understand'),
      run: ({ signal }, context) => forgetMissed(context, signal),
      timeout: '6h',
    },
  },
  schedules: { [RETAIN_JOB]: { daily: '03:50' } },
} satisfies DomainModule;
