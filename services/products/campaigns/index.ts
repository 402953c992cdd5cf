import type { JsonObject } from '../../../schemas/model/types.ts';
import type { DomainModule, JobKind } from '../../engine/modules/module.ts';
import { QUOTA_JOB, quotaJob } from './quotaNotices.ts';
import { ApiError } from '../../engine/http/errors.ts';
import { withdrawIfChanged } from './approval.ts';
import { BROADCAST_CHECKS } from './checks/index.ts';
import { loadSubject } from './checks/subject.ts';
import { readDifference } from './difference.ts';
import { deleteRecipients } from './deleteRecipients.ts';
import { FIGURES_JOB, updateFigures } from './figures.ts';
import { HELD_UP_EVENT } from './heldUp.ts';
import { listFailures, readOutboxPage, readProgress } from './progress.ts';
import { CAMPAIGN_METRICS } from './metrics.ts';
import { listHours, estimateReach, listRecipients } from './reach.ts';
import { campaignHooks } from './hooks.ts';
import {
  resumeBroadcasts,
  SEND_JOB,
  sendBroadcast,
  START_JOB,
  startBroadcast,
  type Broadcast,
} from './run.ts';
import { CAMPAIGN_TABLES } from './tables.ts';
import { stopChannelBroadcastsModule } from './stopChannelBroadcasts.ts';
import { sendTest } from './sendTest.ts';
import { message, t } from '../../../schemas/texts/translate.ts';

export { updateCounts } from './store.ts';

/** Typed in `schemas/campaigns/responses.ts`. */
const RESPONSE: JsonObject = { type: 'object', additionalProperties: true };
const RESPONSE_LIST: JsonObject = { type: 'array', items: RESPONSE };
const SLOTS: JsonObject = {
  type: 'object',
  required: ['hours'],
  properties: {
    hours: {
      type: 'array',
      description: 'Hours of the day `day` (UTC+7) that are not over.',
      items: {
        type: 'object',
        required: ['at', 'remainingSlots'],
        properties: {
          at: { type: 'string', format: 'date-time' },
          remainingSlots: { type: 'integer', description: 'Broadcasts that may still begin within it.' },
        },
      },
    },
  },
};
const RECIPIENT_IDS: JsonObject = {
  type: 'object',
  required: ['ids'],
  properties: {
    ids: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      description:
        'Profiles of the next 20 who would get it behind `after`, in the order in which it is sent; none for who may not read the audience.',
    },
  },
};
const RESUME_JOB = 'broadcast.resume';
const RETENTION_JOB = 'broadcast.retain';

/** Broadcasts: approval, scheduling, sending and their results. */
const campaignsModule = {
  name: 'broadcasts',
  entity: 'campaign',
  migrations: CAMPAIGN_TABLES,
  hooks: campaignHooks,
  metrics: CAMPAIGN_METRICS,
  notifyEvents: [HELD_UP_EVENT],
  handlers: {
    'request-approval': {
      on: 'record',
      output: 'campaign',
      run: ({ change }) => change({ approval: 'asked', approvalComment: undefined }),
    },
    approve: {
      on: 'record',
      output: 'campaign',
      async run({ record, change, context }) {
        const changeText = await withdrawIfChanged(context, record as Broadcast);
        if (changeText !== undefined) throw new ApiError(409, 'STATE', changeText);
        return change({});
      },
    },
    return: {
      on: 'record',
      output: 'campaign',
      run: ({ change, input }) => change({ approval: 'returned', approvalComment: input['approvalComment'] }),
    },
    'test-send': {
      on: 'record',
      output: 'campaign',
      run: async ({ record, input, user, context }) => {
        const results = await sendTest(context, record as Broadcast, input['testers'] as string[], user);
        const value = results.map(({ name, failure }) => `${name}: ${failure ?? t('sent')}`).join('\n');
        return { ...record, once: { title: t('Test send'), value } };
      },
    },
    reach: {
      on: 'list',
      operation: 'read',
      input: 'broadcast-reach',
      output: RESPONSE,
      run: ({ input, context }) => estimateReach(context, input as never),
    },
    recipients: {
      on: 'list',
      operation: 'read',
      input: 'broadcast-reach',
      output: RECIPIENT_IDS,
      run: async ({ input, user, context }) => ({
        ids: context.services().catalog.rights(user.roles).may('profile', 'read')
          ? await listRecipients(context, input as never)
          : [],
      }),
    },
    places: {
      on: 'list',
      method: 'GET',
      operation: 'read',
      output: SLOTS,
      run: ({ input, context }) => listHours(context, input['day']),
    },
    progress: {
      on: 'record',
      method: 'GET',
      operation: 'read',
      output: RESPONSE,
      run: ({ record, context }) => readProgress(context.services(), record?.id ?? ''),
    },
    outbox: {
      on: 'record',
      method: 'GET',
      operation: 'read',
      output: RESPONSE_LIST,
      run: ({ record, input, context }) =>
        readOutboxPage(
          context.services(),
          record?.id ?? '',
          typeof input['after'] === 'string' ? input['after'] : undefined,
        ),
    },
    difference: {
      on: 'record',
      method: 'GET',
      operation: 'read',
      output: RESPONSE,
      run: ({ record, user, context }) => readDifference(context, record as Broadcast, user),
    },
    failures: {
      on: 'record',
      method: 'GET',
      operation: 'read',
      output: RESPONSE_LIST,
      run: ({ record, context }) => listFailures(context.services(), record?.id ?? ''),
    },
  },
  checks: BROADCAST_CHECKS,
  figures: {
    reach: {
      label: message('People who get it'),
      run: async (record, context) => (await loadSubject({ record }, context)).recipients(),
    },
  },
  jobs: {
    [START_JOB]: {
      label: message('Start of a broadcast'),
      retry: 10,
      run: (job, context) => startBroadcast(context, job.data.id, job),
    } satisfies JobKind<{ id: string }>,
    [SEND_JOB]: {
      label: message('Broadcast'),
      retry: 10,
      timeout: '30m',
      concurrency: 4,
      run: (job, context) => sendBroadcast(context, job.data.id, job),
    } satisfies JobKind<{ id: string }>,
    [RESUME_JOB]: { label: message('Broadcasts that wait'), run: (_, context) => resumeBroadcasts(context) },
    [QUOTA_JOB]: quotaJob,
    [FIGURES_JOB]: { label: message('Figures of broadcasts'), run: (_, context) => updateFigures(context) },
    [RETENTION_JOB]: {
      label: message('Removal of old recipients'),
      timeout: '6h',
      concurrency: 1,
      async run({ signal }, { services, settings: { recipientRetentionDays: days } }) {
        if (days > 0) await deleteRecipients(services(), days, signal);
      },
    },
  },
  schedules: {
    [RESUME_JOB]: { everyMinutes: 1 },
    [FIGURES_JOB]: { everyMinutes: 60 },
    [QUOTA_JOB]: { everyMinutes: 60 },
    [RETENTION_JOB]: { daily: '03:40' },
  },
  /** As a job, so that it does not delay the start of the services. */
  async start({ db, jobs }) {
    await db.transaction((tx) => jobs.enqueue(tx, RESUME_JOB, {}, { key: 'start' }));
  },
} satisfies DomainModule;

/** The modules of campaigns. */
export const CAMPAIGN_MODULES: readonly DomainModule[] = [campaignsModule, stopChannelBroadcastsModule];
