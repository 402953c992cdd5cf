import type { Channel } from '../../../schemas/generated/types.ts';
import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { unsealChannel } from '../../channels/channelState.ts';
import type { UnsealedChannel } from '../../channels/types.ts';
import type { JobKind } from '../../engine/modules/module.ts';
import { notifyOfEvent } from '../../engine/resources/notifyOfEvent.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { fetchQuotaCached } from './quota.ts';
import { message } from '../../../schemas/texts/translate.ts';

export const QUOTA_JOB = 'channels.quota';
/** Channels per run of the job. */
const MAX_CHANNELS = 1000;
/** Percentages of the monthly quota that cause a notice. */
const NOTIFY_PERCENTS = [100, 80] as const;
const WORKSPACE_OFFSET_MS = 7 * 3_600_000;

/** Start of the current month in UTC+7. */
const monthStart = (now: Date): string => {
  const local = new Date(now.getTime() + WORKSPACE_OFFSET_MS);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth()) - WORKSPACE_OFFSET_MS).toISOString();
};

/** Notifies, once a month each, when 80 and 100 % of a channel's monthly quota are used. */
export const quotaJob: JobKind = {
  label: message('Check of the channels’ monthly quota'),
  async run({ signal }, context) {
    const services = context.services();
    const { repository } = services.catalog.require('channel');
    for (const { id } of await repository.list({ take: MAX_CHANNELS, where: [{ active: { ne: false } }] })) {
      if (signal.aborted) return;
      const channel = await repository.find(id);
      if (!channel || !capabilitiesOf((channel as unknown as Channel).type).quota) continue;
      const unsealed = unsealChannel(services, channel) as UnsealedChannel;
      const quota = await fetchQuotaCached(context, unsealed);
      if (typeof quota !== 'object' || quota.limit <= 0) continue;
      const reached = NOTIFY_PERCENTS.find((percent) => quota.used * 100 >= quota.limit * percent);
      if (reached === undefined) continue;
      const record = { ...channel, used: quota.used, limit: quota.limit };
      const dedupeSince = monthStart(new Date());
      await runInTransaction(services, (unit) =>
        notifyOfEvent(services, unit, 'channel', { event: `quota-${reached}`, record, dedupeSince }),
      );
    }
  },
};
