import type { DomainModule } from '../../engine/modules/module.ts';
import { LINE_TABLES } from './tables.ts';
import { activate, linksModule } from './links.ts';
import { deletionModule } from './channelDeletion.ts';
import { menusModule } from './menus.ts';
import { updateRanks } from './ranks.ts';
import { managementRoutes } from './routes.ts';
import { enqueueSync, SYNC_JOB, syncJobs } from './sync.ts';
import { message } from '../../../schemas/texts/translate.ts';

const SEGMENT_SYNC_JOB = 'rich-menu.follow';

/** Synchronises rich menus with LINE: after changes, and every few minutes for people who joined or left a segment. */
const lineModule = {
  name: 'rich menus at LINE',
  migrations: LINE_TABLES,
  jobs: {
    ...syncJobs,
    [SEGMENT_SYNC_JOB]: {
      label: message('Rich menus of segments'),
      async run(_, context) {
        const links = context.services().catalog.repository('rich-menu-link');
        const due = { state: 'upcoming', triggerTime: { lte: new Date().toISOString() } };
        for (const { id } of (await links?.list({ take: 100, where: [due] })) ?? [])
          await activate(context, id);
        // Links that became active before ranks were stored.
        const unplaced =
          (await links?.list({ take: 100, where: [{ state: 'active', rank: { exists: false } }] })) ?? [];
        for (const channel of new Set(unplaced.map((link) => link.channel)))
          await context.db.transaction((tx) => updateRanks(tx, context.services(), channel));
        const followed = { any: [{ default: false }, { lineState: 'waiting' }] };
        const seen: string[] = [];
        for (;;) {
          // One channel per query: channels are few, their links may be many.
          const others = seen.length > 0 ? { not: { channel: seen } } : undefined;
          const [next] =
            (await links?.list({ take: 1, where: [{ state: 'active' }, followed, others] })) ?? [];
          if (!next) return;
          seen.push(next.channel);
          await context.db.transaction((tx) => enqueueSync(context, tx, next.channel));
        }
      },
    },
  },
  schedules: {
    [SEGMENT_SYNC_JOB]: ({ richMenuSegmentSyncMinutes }) => ({ everyMinutes: richMenuSegmentSyncMinutes }),
  },
} satisfies DomainModule;

export { SYNC_JOB };

/** Rich menus, their links to channels, and their synchronisation with LINE. */
export const RICH_MENU_MODULES: readonly DomainModule[] = [
  { ...menusModule, routes: managementRoutes },
  linksModule,
  deletionModule,
  lineModule,
];
