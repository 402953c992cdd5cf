import type { EntityRecord } from '../../schemas/model/types.ts';
import { opened } from '../channels/facts.ts';
import type { DomainModule } from '../domain/module.ts';
import type { Services } from '../resources/services.ts';
import type { Database } from '../storage/database.ts';
import type { LiveChannel } from './types.ts';

/** Milliseconds for which a channel is taken as it was read; changes of this process count at once. */
const FRESH_MS = 1_000;
/** Channels that are remembered. */
const MOST = 10_000;

type Kept = { at: number; channel: Promise<LiveChannel | undefined> };
const books = new WeakMap<Database, Map<string, Kept>>();
const bookOf = (db: Database): Map<string, Kept> => {
  const held = books.get(db) ?? new Map<string, Kept>();
  books.set(db, held);
  return held;
};

/** A channel with its secrets in the clear; undefined where there is none of that id. */
export function findChannel(services: Services, id: string): Promise<LiveChannel | undefined> {
  const book = bookOf(services.db);
  const kept = book.get(id);
  if (kept && Date.now() - kept.at < FRESH_MS) return kept.channel;
  if (book.size >= MOST) book.clear();
  const channel = read(services, id);
  book.set(id, { at: Date.now(), channel });
  channel.catch(() => book.delete(id));
  return channel;
}

async function read(services: Services, id: string): Promise<LiveChannel | undefined> {
  const record: EntityRecord | undefined = await services.catalog.named('channel')?.repository.find(id);
  if (!record) return undefined;
  return { active: true, ...record, ...opened(services, record) } as unknown as LiveChannel;
}

/** What is changed of a channel counts for the next message. */
export const channelBookModule = {
  name: 'conversations of channels',
  entity: 'channel',
  hooks: ({ db }) => {
    const forget = async ({
      id,
      afterwards,
    }: {
      id: string;
      afterwards: (work: () => Promise<void>) => void;
    }) => afterwards(async () => void bookOf(db).delete(id));
    return { afterCreate: forget, afterUpdate: forget, afterDelete: forget };
  },
} satisfies DomainModule;
