import type { DomainModule } from '../../engine/modules/module.ts';
import { ApiError } from '../../engine/http/errors.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { handoffJobs } from './handoff.ts';
import { addInboundRoutes, inboundPaths } from './inbound/webhookRoutes.ts';
import { deleteOldEventIds } from './inbound/eventIds.ts';
import { profileJobs } from './fetchProfiles.ts';
import { readVariableNames, VARIABLE_NAMES_SCHEMA } from './variableNames.ts';
import { MESSAGE_HISTORY_SCHEMA, readMessageHistory } from './messageHistory.ts';
import { setAnsweredBy } from './completeInbound.ts';
import { CONVERSATION_TABLES } from './tables.ts';
import { ConversationQueue } from './conversationQueue.ts';
import { CONVERSATION_QUEUE } from './leases.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

const DELETE_IDS_JOB = 'conversation.forget-ids';
/** Milliseconds that conversations have to stop. */
const STOP_GRACE_MS = 10_000;

/** Inbound events of the channels, and the bot's answers. */
const conversationsModule = {
  name: 'conversations',
  entity: 'profile',
  migrations: CONVERSATION_TABLES,
  hooks: {
    async afterDelete({ tx, id }) {
      await tx.query('DELETE FROM conversation WHERE profile = $1::uuid', [id]);
    },
  },
  handlers: {
    conversation: {
      on: 'record',
      method: 'GET',
      operation: 'read',
      output: MESSAGE_HISTORY_SCHEMA,
      run: async ({ context: { services }, ...call }) => readMessageHistory(services(), call),
    },
    variables: {
      on: 'list',
      method: 'GET',
      operation: 'read',
      output: VARIABLE_NAMES_SCHEMA,
      run: ({ input, context }) => readVariableNames(context.services(), input),
    },
    'give-to-bot': {
      on: 'record',
      output: 'profile',
      run: async ({ record, context: { services } }) => {
        if (!record) throw new ApiError(404, 'NOT_FOUND', t('Not found'));
        const now = services();
        await runInTransaction(now, async (unit) => {
          await setAnsweredBy(unit, now, record.id, 'bot');
          unit.liveChanges.push({ entity: 'profile', id: record.id, version: record.version, by: null });
        });
        return { ...record, answeredBy: 'bot' };
      },
    },
  },
  jobs: {
    ...profileJobs,
    ...handoffJobs,
    [DELETE_IDS_JOB]: {
      label: message('Ids of events that are no longer stored'),
      async run(_, { services, db }) {
        const { events } = services().catalog.require('message').model;
        if (events?.keep !== undefined) await deleteOldEventIds(db, events.keep + 1);
      },
    },
  },
  schedules: { [DELETE_IDS_JOB]: { daily: '03:20' } },
  metrics: {
    console_conversations_due: {
      type: 'gauge',
      help: 'Conversations in which people wait for the bot',
      panels: [
        { title: 'People waiting for the bot', query: 'max(console_conversations_due)', unit: 'short' },
      ],
      read: ({ db }) =>
        db.query<{ value: number }>(
          'SELECT count(*)::int AS value FROM conversation WHERE due_at <= clock_timestamp()',
        ),
    },
    console_conversations_oldest_due_seconds: {
      type: 'gauge',
      help: 'How long the person has waited who waits longest for the bot',
      panels: [
        {
          title: 'Longest wait for the bot',
          ...{ query: 'max(console_conversations_oldest_due_seconds)', unit: 's' },
        },
      ],
      alerts: [
        {
          name: 'BotAnswersLate',
          expr: 'max(console_conversations_oldest_due_seconds) > 30',
          ...{ for: '2m', severity: 'critical' },
          summary: 'People wait longer than 30 seconds for the bot',
        },
      ],
      read: ({ db }) =>
        db.query<{ value: number }>(
          `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8 AS value
           FROM conversation WHERE due_at <= clock_timestamp()`,
        ),
    },
  },
  // Channel types may be registered until the start.
  get paths() {
    return inboundPaths();
  },
  setup(scope, context) {
    addInboundRoutes(scope, context);
    scope.addHook('onClose', () => context.jobs.supervisor.remove([CONVERSATION_QUEUE], STOP_GRACE_MS));
  },
  start: (context) => context.jobs.supervisor.add(new ConversationQueue(context)),
} satisfies DomainModule;

/** The modules of conversations. */
export const CONVERSATION_MODULES: readonly DomainModule[] = [conversationsModule];
