import type { OutboxMessage } from './types.ts';

/** In which another tab may start a conversation too, in browsers without locks. */
const OTHER_TABS_DELAY_MS = 150;

/** The part of a conversation that the tabs of a site share. */
export interface StoredChat {
  token?: string;
  name?: string;
  /** Messages that the services have not accepted yet, in their order. */
  outbox: OutboxMessage[];
  /** `seq` of the last message that was seen. */
  seen: number;
}

export interface ChatStorage {
  read(): StoredChat;
  /** Stores a conversation that was begun. @returns its token, or that of another tab which was quicker */
  begin(opened: { token: string; name: string }): Promise<string>;
  markSeen(token: string, seen: number): void;
  /** Stores an outbox message: at the end, or in its place where it is stored already. */
  put(outgoing: Omit<OutboxMessage, 'at'>): void;
  remove(id: string): void;
  /** Calls `listener` when another tab has changed something. */
  onChange(listener: () => void): void;
  /** Runs `work` while no other tab runs its own under the same name. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The conversation as all tabs of a site share it, in `localStorage`. Each value has an entry of its own, so that no tab
 * overwrites what another one has stored. Where storage is closed to the page or full, a tab has its own until it is left.
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

  // As it was stored before tabs shared it.
  const { outbox: older, ...before } = conversation();
  if (older) {
    older.forEach(put);
    set(key, JSON.stringify(before));
  }
  const chains = new Map<string, Promise<unknown>>();
  const inThisTab = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = (chains.get(name) ?? Promise.resolve()).then(work, work);
    chains.set(name, turn);
    return turn;
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
    async begin(opened) {
      set(key, JSON.stringify(opened));
      // Without locks two tabs may do this at the same time: the one that stores last is the one for both.
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
    async exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
      if (!locks) return inThisTab(name, work);
      let hasBegun = false;
      const run = (): Promise<T> => {
        hasBegun = true;
        return work();
      };
      try {
        return await locks.request(`${key}:${name}`, run);
      } catch (error) {
        // Pages that may not store anything are lent no locks either.
        if (hasBegun) throw error;
        return inThisTab(name, work);
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
