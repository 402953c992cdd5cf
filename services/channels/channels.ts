import type { Context, DomainModule } from '../domain/module.ts';
import type { ActionCall } from '../resources/actions.ts';
import { testConnection } from './credentials.ts';
import { facebookJobs, followPage, pagesRoute } from './facebook.ts';
import { isFilled, keepVerdict, keepWith, opened } from './facts.ts';
import { checkJob, CHECK, checkSchedule } from './checkAll.ts';
import { giveKey, giveVerifyToken, NEW_KEY } from './keys.ts';

/** Fields that a test depends on: what it found no longer holds once one has changed. */
const TESTED = ['channelId', 'secret', 'pageId', 'token', 'webhookUrl', 'apiKey'];

/** What channels do beyond being stored: keys, tests of their credentials, the subscription of Facebook pages. */
export const channelsModule = {
  name: 'channels',
  entity: 'channel',
  hooks: (context) => ({
    async beforeCreate(write) {
      giveKey(write, context.services().sealer);
      giveVerifyToken(write);
      write.draft['credentials'] = 'missing';
    },
    async afterCreate(write, channel) {
      if (isFilled(channel)) await keepWith(write.tx, context.services(), channel.id, UNCHECKED);
      await followPage(context, write.tx, { ...channel });
    },
    async beforeUpdate(write) {
      if (write.operation === NEW_KEY) giveKey(write, context.services().sealer);
      giveVerifyToken(write);
    },
    async afterUpdate(write, channel) {
      const [now, then] = [{ ...channel }, { ...write.before }] as Record<string, unknown>[];
      if (TESTED.every((name) => now?.[name] === then?.[name])) return;
      await keepWith(write.tx, context.services(), channel.id, isFilled(channel) ? UNCHECKED : MISSING);
      await followPage(context, write.tx, { ...channel });
    },
  }),
  verbs: {
    activate: { on: 'record', output: 'channel', run: ({ change }) => change({ active: true }) },
    deactivate: { on: 'record', output: 'channel', run: ({ change }) => change({ active: false }) },
    [NEW_KEY]: { on: 'record', output: 'channel', run: ({ change }) => change({}) },
    test: {
      on: 'record',
      output: {
        type: 'object',
        properties: { credentials: { type: 'string' }, credentialsNote: { type: 'string' } },
      },
      run: test,
    },
  },
  jobs: { ...facebookJobs, [CHECK]: checkJob },
  schedules: { [CHECK]: checkSchedule },
  routes: { 'GET /api/v1/channels/facebook/pages': pagesRoute },
} satisfies DomainModule;

const UNCHECKED = { credentials: 'unchecked' } as const;
const MISSING = { credentials: 'missing' } as const;

/** What the platform says now; where it says that nothing works, that is an answer and no failure of the test. */
async function test({ record, context }: ActionCall & { context: Context }): Promise<unknown> {
  if (!record) return undefined;
  const services = context.services();
  const verdict = await testConnection(opened(services, record), context.settings);
  return keepVerdict(services, record.id, verdict);
}
