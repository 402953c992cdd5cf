import type { JobKind } from '../engine/modules/module.ts';
import type { Schedule } from '../engine/jobs/index.ts';
import { testConnection } from './credentials.ts';
import { isFilled, keepVerdict, opened } from './facts.ts';

/** The job that asks every platform whether the channels' credentials still work, and whether pages are subscribed to. */
export const CHECK = 'channels.check';
export const checkSchedule: Schedule = { everyMinutes: 60 };

/** Channels that are read at a time. */
const PAGE = 100;

export const checkJob: JobKind = {
  label: 'Check of the channels’ credentials',
  async run({ signal }, { services, settings }) {
    const { repository } = services().catalog.require('channel');
    let cursorId: string | undefined;
    for (;;) {
      const page = await repository.list({ take: PAGE, cursorId, skip: cursorId === undefined ? 0 : 1 });
      for (const { id } of page) {
        if (signal.aborted) return;
        const channel = await repository.find(id);
        // What is switched off sends nothing, and what nobody filled in has nothing to be asked with.
        if (!channel || channel['active'] === false || !isFilled(channel)) continue;
        const verdict = await testConnection(opened(services(), channel), settings, { repair: false });
        await keepVerdict(services(), id, verdict);
      }
      if (page.length < PAGE) return;
      cursorId = page.at(-1)?.id;
    }
  },
};
