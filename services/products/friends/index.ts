import type { JobKind, DomainModule } from '../../engine/modules/module.ts';
import { textOf } from '../../../schemas/model/text.ts';
import { refreshFollowerCounts } from './followerCounts.ts';
import { IMPORT_JOB, importFriends, startImport } from './importFriends.ts';
import { FRIENDS_TABLES } from './tables.ts';
import { message } from '../../../schemas/texts/translate.ts';

export { storeDemoFollowerCounts, listFollowerCounts, readFollowerCount } from './followerCounts.ts';

const COUNT_JOB = 'friends.count';

/** Followers of channels: daily counts of the platforms, and import of those who followed before the channel was connected. */
export const friendsModule = {
  name: 'friends',
  entity: 'channel',
  migrations: FRIENDS_TABLES,
  hooks: {
    async afterDelete({ tx, id }) {
      await tx.query('DELETE FROM channel_follower_count WHERE channel = $1::uuid', [id]);
      await tx.query('DELETE FROM channel_friend_import WHERE channel = $1::uuid', [id]);
    },
  },
  handlers: {
    'bring-in-friends': {
      on: 'record',
      output: 'channel',
      async run({ record, user, context }) {
        const by = { id: user.id, name: user.name || user.username };
        if (record) await startImport(context, { id: record.id, name: textOf(record['name']) }, by);
        return record;
      },
    },
  },
  jobs: {
    [COUNT_JOB]: {
      label: message('Friends of the channels'),
      concurrency: 1,
      run: ({ signal }, context) => refreshFollowerCounts(context, signal),
    },
    [IMPORT_JOB]: {
      label: message('Friends of a channel'),
      retry: 10,
      timeout: '6h',
      concurrency: 2,
      run: (job, context) => importFriends(context, job),
    } satisfies JobKind<{ channel: string }>,
  },
  schedules: { [COUNT_JOB]: { everyMinutes: 60 } },
} satisfies DomainModule;
