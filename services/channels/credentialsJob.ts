import type { JobKind } from '../engine/modules/module.ts';
import type { Schedule } from '../engine/jobs/index.ts';
import { checkConnection } from './checkConnection.ts';
import { hasCredentials, recordCredentialsCheck, unsealChannel } from './channelState.ts';
import { message } from '../../schemas/texts/translate.ts';

/** The job that tests the credentials of all channels at their platforms, and the subscriptions of pages. */
export const CHECK_CREDENTIALS = 'channels.check';
export const credentialsSchedule: Schedule = { everyMinutes: 60 };

const PAGE_SIZE = 100;

export const credentialsJob: JobKind = {
  label: message('Check of the channels’ credentials'),
  async run({ signal }, { services, settings }) {
    const { repository } = services().catalog.require('channel');
    let cursorId: string | undefined;
    for (;;) {
      const page = await repository.list({ take: PAGE_SIZE, cursorId, skip: cursorId === undefined ? 0 : 1 });
      for (const { id } of page) {
        if (signal.aborted) return;
        const channel = await repository.find(id);
        // Inactive channels send nothing, and those without credentials cannot be tested.
        if (!channel || channel['active'] === false || !hasCredentials(channel)) continue;
        const check = await checkConnection(unsealChannel(services(), channel), settings, { repair: false });
        await recordCredentialsCheck(services(), id, check);
      }
      if (page.length < PAGE_SIZE) return;
      cursorId = page.at(-1)?.id;
    }
  },
};
