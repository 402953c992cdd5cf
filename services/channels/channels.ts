import type { EntityRecord } from '../../schemas/model/types.ts';
import { enqueueDataExport } from '../engine/exchange/export/dataExport.ts';
import type { Context, DomainModule } from '../engine/modules/module.ts';
import type { ActionCall } from '../engine/resources/actions.ts';
import type { Services } from '../engine/resources/services.ts';
import { channelAttention } from './attention.ts';
import { assertChannelTypes } from './registry.ts';
import { CHANNEL_TABLES } from './tables.ts';
import { checkConnection } from './checkConnection.ts';
import {
  hasCredentials,
  recordCredentialsCheck,
  updateChannelFields,
  unsealChannel,
} from './channelState.ts';
import { credentialsJob, CHECK_CREDENTIALS, credentialsSchedule } from './credentialsJob.ts';
import { forgetWebhook } from './webhookState.ts';
import { issueApiKey, NEW_API_KEY } from './apiKeys.ts';

/** What channels do beyond being stored: keys, and tests of their credentials. */
export const channelsModule = {
  name: 'channels',
  entity: 'channel',
  migrations: CHANNEL_TABLES,
  notifyEvents: [
    'credentials-lost',
    'credentials-work',
    'webhook-fails',
    'webhook-works',
    'quota-80',
    'quota-100',
  ],
  hooks: (context) => ({
    async beforeCreate(write) {
      issueApiKey(write, context.services().secretBox);
      Object.assign(write.draft, uncheckedState(write.draft));
    },
    async beforeUpdate(write) {
      if (write.operation === NEW_API_KEY) issueApiKey(write, context.services().secretBox);
      // Before the change is stored, since its response includes the live fields.
      const services = context.services();
      if (hasNewCredentials(services, write.draft, write.before))
        await updateChannelFields(write.tx, services, write.id, {
          ...{ ...uncheckedState(write.draft), credentialsNote: null, checkedAt: null },
        });
    },
    afterDelete: ({ tx, id }) => forgetWebhook(tx, id),
  }),
  handlers: {
    activate: { on: 'record', output: 'channel', run: ({ change }) => change({ active: true }) },
    deactivate: { on: 'record', output: 'channel', run: ({ change }) => change({ active: false }) },
    'download-data': { on: 'record', output: 'channel', run: downloadData },
    [NEW_API_KEY]: { on: 'record', output: 'channel', run: ({ change }) => change({}) },
    test: {
      on: 'record',
      output: {
        type: 'object',
        properties: { credentials: { type: 'string' }, credentialsNote: { type: 'string' } },
      },
      run: testCredentials,
    },
  },
  attention: channelAttention,
  jobs: { [CHECK_CREDENTIALS]: credentialsJob },
  schedules: { [CHECK_CREDENTIALS]: credentialsSchedule },
  async start({ services }) {
    const { fields } = services().catalog.require('channel').model;
    const types = fields.find(({ name }) => name === 'type')?.choices ?? [];
    assertChannelTypes(types.map(({ value }) => String(value)));
  },
} satisfies DomainModule;

/** Enqueues the export of all data of the channel that the user may read. */
async function downloadData({
  model,
  record,
  user,
  address,
  context,
}: ActionCall & { context: Context }): Promise<unknown> {
  await enqueueDataExport(context, { user, address }, model, record as EntityRecord);
  return record;
}

/** The state of credentials that were not tested yet. */
const uncheckedState = (channel: Readonly<Record<string, unknown>>) =>
  ({ credentials: hasCredentials(channel) ? 'unchecked' : 'missing' }) as const;

/**
 * Whether a change invalidates the result of the last test: it changes a field that only some types of channel have,
 * which is one of their credentials.
 */
const hasNewCredentials = (
  { catalog }: Pick<Services, 'catalog'>,
  current: Readonly<Record<string, unknown>>,
  before: object = {},
): boolean => {
  const previous = { ...before } as Record<string, unknown>;
  return catalog
    .require('channel')
    .model.fields.some(
      ({ name, visibleWhen = {}, computed }) =>
        'type' in visibleWhen && !computed && current[name] !== previous[name],
    );
};

/** Tests the credentials at the platform; rejected credentials are a result, not an error of the action. */
async function testCredentials({ record, context }: ActionCall & { context: Context }): Promise<unknown> {
  if (!record) return undefined;
  const services = context.services();
  const check = await checkConnection(unsealChannel(services, record), context.settings, { repair: true });
  return recordCredentialsCheck(services, record.id, check);
}
