import type { EntityRecord } from '../../schemas/model/types.ts';
import { opened } from './facts.ts';
import type { DomainModule } from '../engine/modules/module.ts';
import type { Services } from '../engine/resources/services.ts';
import type { Database } from '../engine/storage/database.ts';
import type { LiveChannel } from './types.ts';

/** Milliseconds for which a channel is taken as it was read; changes of this process count at once. */
const FRESH_MS = 1_000;
/** Channels that are remembered. */
const MOST = 10_000;

interface Book {
  /** Channels that there are, the one that was read longest ago first. */
  channels: Map<string, { at: number; channel: LiveChannel }>;
  /** Ids that are being looked up, most of which may be nobody's. */
  reads: Map<string, Promise<LiveChannel | undefined>>;
}
const books = new WeakMap<Database, Book>();
const bookOf = (db: Database): Book => {
  const held = books.get(db) ?? { channels: new Map(), reads: new Map() };
  books.set(db, held);
  return held;
};

/** Whether there was a channel of that id of late; what is not remembered has to be looked up. */
export const isKnownChannel = ({ db }: Pick<Services, 'db'>, id: string): boolean =>
  bookOf(db).channels.has(id);

/** A channel with its secrets in the clear; undefined where there is none of that id. */
export async function findChannel(services: Services, id: string): Promise<LiveChannel | undefined> {
  const { channels, reads } = bookOf(services.db);
  const kept = channels.get(id);
  if (kept && Date.now() - kept.at < FRESH_MS) return kept.channel;
  const pending = reads.get(id);
  if (pending) return pending;
  const at = Date.now();
  const reading = read(services, id);
  reads.set(id, reading);
  try {
    const channel = await reading;
    // What was changed meanwhile is read anew by whoever asks next.
    if (reads.get(id) === reading) remember(channels, id, channel && { at, channel });
    return channel;
  } finally {
    if (reads.get(id) === reading) reads.delete(id);
  }
}

/** Only channels that there are have a place, so that ids of nobody push none of them out. */
function remember(
  channels: Book['channels'],
  id: string,
  found: { at: number; channel: LiveChannel } | undefined,
): void {
  channels.delete(id);
  if (!found) return;
  channels.set(id, found);
  const [oldest] = channels.keys();
  if (channels.size > MOST && oldest !== undefined) channels.delete(oldest);
}

async function read(services: Services, id: string): Promise<LiveChannel | undefined> {
  const record: EntityRecord | undefined = await services.catalog.named('channel')?.repository.find(id);
  if (!record) return undefined;
  return { active: true, ...record, ...opened(services, record) } as unknown as LiveChannel;
}

/** What is changed of a channel counts for the next message. */
export const channelCacheModule = {
  name: 'conversations of channels',
  entity: 'channel',
  hooks: ({ db }) => {
    const forget = async ({
      id,
      afterCommit,
    }: {
      id: string;
      afterCommit: (work: () => Promise<void>) => void;
    }) =>
      afterCommit(async () => {
        const { channels, reads } = bookOf(db);
        channels.delete(id);
        reads.delete(id);
      });
    return { afterCreate: forget, afterUpdate: forget, afterDelete: forget };
  },
} satisfies DomainModule;
