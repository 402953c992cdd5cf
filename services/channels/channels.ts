import type { EntityRecord } from '../../schemas/model/types.ts';
import type { Context, DomainModule } from '../engine/modules/module.ts';
import type { ActionCall } from '../engine/resources/actions.ts';
import { testConnection } from './credentials.ts';
import { facebookJobs, followPage, pagesRoutes } from './facebook.ts';
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
      giveKey(write, context.services().secretBox);
      giveVerifyToken(write);
      Object.assign(write.draft, untested(write.draft));
    },
    async afterCreate(write, channel) {
      await followPage(context, write.tx, { ...channel });
    },
    async beforeUpdate(write) {
      if (write.operation === NEW_KEY) giveKey(write, context.services().secretBox);
      giveVerifyToken(write);
      // Before the change is stored: its answer tells what is kept beside it by then.
      if (isTestedAnew(write.draft, write.before))
        await keepWith(write.tx, context.services(), write.id, untested(write.draft));
    },
    async afterUpdate(write, channel) {
      // Whatever is saved, and once it is switched on again: Facebook may have lost it meanwhile.
      if (channel['active'] !== false) await followPage(context, write.tx, { ...channel });
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
  routes: {
    'GET /api/v1/channels/facebook/pages': pagesRoutes.GET,
    'POST /api/v1/channels/facebook/pages': pagesRoutes.POST,
  },
} satisfies DomainModule;

/** What is known of credentials that nothing was asked with yet. */
const untested = (channel: Readonly<Record<string, unknown>>) =>
  ({ credentials: isFilled(channel as EntityRecord) ? 'unchecked' : 'missing' }) as const;

/** Whether a change is one after which what a test found no longer holds. */
const isTestedAnew = (now: Readonly<Record<string, unknown>>, before: object = {}): boolean => {
  const then = { ...before } as Record<string, unknown>;
  return TESTED.some((name) => now[name] !== then[name]);
};

/** What the platform says now; where it says that nothing works, that is an answer and no failure of the test. */
async function test({ record, context }: ActionCall & { context: Context }): Promise<unknown> {
  if (!record) return undefined;
  const services = context.services();
  const verdict = await testConnection(opened(services, record), context.settings, { repair: true });
  return keepVerdict(services, record.id, verdict);
}
