import type { EntityRecord } from '../../schemas/model/types.ts';
import { unsealChannel } from './channelState.ts';
import type { DomainModule } from '../engine/modules/module.ts';
import type { Services } from '../engine/resources/services.ts';
import type { Database } from '../engine/storage/database.ts';
import type { UnsealedChannel } from './types.ts';

/** Milliseconds for which a channel is taken as it was read; changes of this process count at once. */
const CACHE_TTL_MS = 1_000;
/** Channels that are remembered. */
const MAX_CACHED_CHANNELS = 10_000;

interface ChannelCache {
  /** Channels that there are, the one that was read longest ago first. */
  channels: Map<string, { at: number; channel: UnsealedChannel }>;
  /** Ids that are being looked up, most of which may be nobody's. */
  reads: Map<string, Promise<UnsealedChannel | undefined>>;
}
const caches = new WeakMap<Database, ChannelCache>();
const cacheOf = (db: Database): ChannelCache => {
  const held = caches.get(db) ?? { channels: new Map(), reads: new Map() };
  caches.set(db, held);
  return held;
};

/** Whether there was a channel of that id of late; what is not remembered has to be looked up. */
export const isKnownChannel = ({ db }: Pick<Services, 'db'>, id: string): boolean =>
  cacheOf(db).channels.has(id);

/** A channel with its secrets in the clear; undefined where there is none of that id. */
export async function findChannel(services: Services, id: string): Promise<UnsealedChannel | undefined> {
  const { channels, reads } = cacheOf(services.db);
  const kept = channels.get(id);
  if (kept && Date.now() - kept.at < CACHE_TTL_MS) return kept.channel;
  const pending = reads.get(id);
  if (pending) return pending;
  const at = Date.now();
  const reading = readChannel(services, id);
  reads.set(id, reading);
  try {
    const channel = await reading;
    // What was changed meanwhile is read anew by whoever asks next.
    if (reads.get(id) === reading) cacheChannel(channels, id, channel && { at, channel });
    return channel;
  } finally {
    if (reads.get(id) === reading) reads.delete(id);
  }
}

/** Only channels that there are have a place, so that ids of nobody push none of them out. */
function cacheChannel(
  channels: ChannelCache['channels'],
  id: string,
  found: { at: number; channel: UnsealedChannel } | undefined,
): void {
  channels.delete(id);
  if (!found) return;
  channels.set(id, found);
  const [oldest] = channels.keys();
  if (channels.size > MAX_CACHED_CHANNELS && oldest !== undefined) channels.delete(oldest);
}

async function readChannel(services: Services, id: string): Promise<UnsealedChannel | undefined> {
  const record: EntityRecord | undefined = await services.catalog.named('channel')?.repository.find(id);
  if (!record) return undefined;
  return { active: true, ...record, ...unsealChannel(services, record) } as unknown as UnsealedChannel;
}

/** What is changed of a channel counts for the next message. */
export const channelCacheModule = {
  name: 'conversations of channels',
  entity: 'channel',
  hooks: ({ db }) => {
    const invalidate = async ({
      id,
      afterCommit,
    }: {
      id: string;
      afterCommit: (work: () => Promise<void>) => void;
    }) =>
      afterCommit(async () => {
        const { channels, reads } = cacheOf(db);
        channels.delete(id);
        reads.delete(id);
      });
    return { afterCreate: invalidate, afterUpdate: invalidate, afterDelete: invalidate };
  },
} satisfies DomainModule;
