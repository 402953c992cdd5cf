import type { OutboxMessage } from './types.ts';

/** Time in which another tab may start a conversation too, in browsers without locks. */
const OTHER_TABS_DELAY_MS = 150;

/** The part of a conversation that all tabs of a site share. */
export interface StoredChat {
  token?: string;
  name?: string;
  /** Messages that the services have not accepted yet, in order. */
  outbox: OutboxMessage[];
  /** `seq` of the last message that was seen. */
  seen: number;
}

export interface ChatStorage {
  read(): StoredChat;
  /** Stores a new conversation. @returns its token, or that of another tab which stored one meanwhile */
  storeConversation(opened: { token: string; name: string }): Promise<string>;
  markSeen(token: string, seen: number): void;
  /** Stores an outbox message: at the end, or in its place where it is already stored. */
  put(outgoing: Omit<OutboxMessage, 'at'>): void;
  remove(id: string): void;
  /** Calls `listener` when another tab has changed something. */
  onChange(listener: () => void): void;
  /** Runs `work` while no other tab runs its own under the same lock name. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The conversation in `localStorage`, shared by all tabs of a site. Each value has its own entry, so that no tab overwrites
 * what another one has stored. Where the storage is blocked or full, a tab keeps its values in memory.
 */
export function createChatStorage(key: string): ChatStorage {
  /** Values that could not be stored. */
  const unsaved = new Map<string, string>();
  const [seenKey, outboxKey] = [`${key}:seen`, `${key}:out:`];
  const get = (name: string): string | null => {
    const own = unsaved.get(name);
    return own ?? tryOrUndefined(() => localStorage.getItem(name)) ?? null;
  };
  const set = (name: string, value: string): void => {
    const isStored = tryOrUndefined(() => {
      localStorage.setItem(name, value);
      return true;
    });
    if (isStored) unsaved.delete(name);
    else unsaved.set(name, value);
  };
  const remove = (name: string): void => {
    unsaved.delete(name);
    tryOrUndefined(() => localStorage.removeItem(name));
  };
  const parse = <T>(name: string): T | undefined =>
    tryOrUndefined(() => JSON.parse(get(name) ?? 'null') as T) ?? undefined;
  const outbox = (): OutboxMessage[] =>
    [...new Set([...(tryOrUndefined(() => Object.keys(localStorage)) ?? []), ...unsaved.keys()])]
      .filter((name) => name.startsWith(outboxKey))
      .flatMap((name) => parse<OutboxMessage>(name) ?? [])
      .sort((one, other) => one.at - other.at);
  const put = (outgoing: Omit<OutboxMessage, 'at'>): void => {
    const others = outbox();
    const known = others.find(({ id }) => id === outgoing.id);
    const at = known?.at ?? Math.max(Date.now(), (others.at(-1)?.at ?? 0) + 1);
    set(outboxKey + outgoing.id, JSON.stringify({ ...outgoing, at }));
  };
  const conversation = () => parse<{ token?: string; name?: string; outbox?: OutboxMessage[] }>(key) ?? {};

  // Format of versions before tabs shared the conversation.
  const { outbox: older, ...before } = conversation();
  if (older) {
    older.forEach(put);
    set(key, JSON.stringify(before));
  }
  const chains = new Map<string, Promise<unknown>>();
  const runInThisTab = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const run = (chains.get(name) ?? Promise.resolve()).then(work, work);
    chains.set(name, run);
    return run;
  };
  const { locks } = navigator as { locks?: LockManager };

  return {
    read() {
      const { token, name } = conversation();
      const [of, seen] = (get(seenKey) ?? '').split(' ');
      return {
        ...(token !== undefined && { token }),
        ...(name !== undefined && { name }),
        outbox: outbox(),
        seen: of !== undefined && token?.startsWith(of) ? Number(seen ?? 0) : 0,
      };
    },
    async storeConversation(opened) {
      set(key, JSON.stringify(opened));
      // Without locks, two tabs may do this concurrently: the token that is stored last is used by both.
      if (!locks) await new Promise((resolve) => setTimeout(resolve, OTHER_TABS_DELAY_MS));
      return conversation().token ?? opened.token;
    },
    markSeen: (token, seen) => set(seenKey, `${token.slice(0, 8)} ${seen}`),
    put,
    remove: (id) => remove(outboxKey + id),
    onChange(listener) {
      globalThis.addEventListener('storage', ({ key: changed }) => {
        if (changed === null || changed.startsWith(key)) listener();
      });
    },
    async withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
      if (!locks) return runInThisTab(name, work);
      let hasStarted = false;
      const run = (): Promise<T> => {
        hasStarted = true;
        return work();
      };
      try {
        return await locks.request(`${key}:${name}`, run);
      } catch (error) {
        // Pages without storage access have no locks either.
        if (hasStarted) throw error;
        return runInThisTab(name, work);
      }
    },
  };
}

function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
