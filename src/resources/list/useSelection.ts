import { type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SelectedRecord } from '../../dataProvider/entityVerbs.ts';
import type { ListRecord } from '../fieldKit/types.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `range`, everything between this row and the one toggled before gets this one's new state. */
  toggle: (id: string, range?: boolean) => void;
  /** All loaded rows, or none. */
  toggleAll: () => void;
  /** Chosen records beyond the rows that are loaded. */
  beyond: readonly SelectedRecord[];
  /**
   * Every record of the list, loaded or not, as `load` answers. Whatever is chosen before the answer, and another
   * scope, gives it up. Rejects with what `load` failed with.
   */
  chooseEvery: (load: LoadEvery) => Promise<void>;
  clear: () => void;
  remove: (ids: string[]) => void;
}

type LoadEvery = (signal: AbortSignal) => Promise<readonly SelectedRecord[]>;

const NONE: readonly SelectedRecord[] = [];

/** Which of the loaded rows are chosen, or every record of the list. A change of `scope` (search, filters, sort, page) begins anew. */
export const useSelection = (rows: ListRecord[], scope: string): Selection => {
  const [chosen, setIds] = useState<ReadonlySet<string>>(new Set());
  // Nothing is done to what is not shown: a row that others took away is not chosen any more.
  const ids = useMemo(() => new Set(rows.map(({ id }) => id).filter((id) => chosen.has(id))), [rows, chosen]);
  const [every, setEvery] = useState(NONE);
  // The rows among which `every` was looked at last.
  const [seen, setSeen] = useState(rows);
  if (every.length > 0 && seen !== rows) {
    // A loaded row that left the list is not one beyond the loaded ones.
    const now = new Set(rows.map(({ id }) => id));
    const left = new Set(seen.map(({ id }) => id).filter((id) => !now.has(id)));
    setSeen(rows);
    if (left.size > 0) setEvery(every.filter(({ id }) => !left.has(id)));
  }
  const beyond = useMemo(() => {
    if (every.length === 0) return NONE;
    const loaded = new Set(rows.map(({ id }) => id));
    return every.filter(({ id }) => !loaded.has(id));
  }, [rows, every]);
  const anchor = useRef<string | undefined>(undefined);
  const loaded = useRef(rows);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => {
    loaded.current = rows;
  });
  // An answer that is on its way is to what was chosen before.
  const changeEvery = useCallback((next: SetStateAction<readonly SelectedRecord[]>) => {
    asking.current?.abort();
    setEvery(next);
  }, []);
  useEffect(() => {
    anchor.current = undefined;
    setIds((old) => (old.size > 0 ? new Set() : old));
    return () => changeEvery(NONE);
  }, [scope, changeEvery]);

  const toggle = useCallback(
    (id: string, range = false) => {
      const order = loaded.current.map((row) => row.id);
      const from = range && anchor.current !== undefined ? order.indexOf(anchor.current) : -1;
      const to = order.indexOf(id);
      const touched = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      anchor.current = id;
      changeEvery(NONE);
      setIds((old) => {
        const next = new Set(old);
        for (const one of touched) {
          if (old.has(id)) next.delete(one);
          else next.add(one);
        }
        return next;
      });
    },
    [changeEvery],
  );
  const toggleAll = useCallback(() => {
    changeEvery(NONE);
    setIds((old) => {
      const all = loaded.current.map((row) => row.id);
      return new Set(all.every((id) => old.has(id)) ? [] : all);
    });
  }, [changeEvery]);
  const chooseEvery = useCallback(
    async (load: LoadEvery): Promise<void> => {
      changeEvery(NONE);
      const { signal } = (asking.current = new AbortController());
      const before = loaded.current;
      try {
        const all = await load(signal);
        if (signal.aborted) return;
        setSeen(before);
        setEvery(all);
        setIds(new Set(all.map(({ id }) => id)));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    [changeEvery],
  );
  const clear = useCallback(() => {
    changeEvery(NONE);
    setIds(new Set());
  }, [changeEvery]);
  const remove = useCallback(
    (gone: string[]) => {
      const left = new Set(gone);
      changeEvery((old) => (old.length > 0 ? old.filter(({ id }) => !left.has(id)) : old));
      setIds((old) => new Set([...old].filter((id) => !left.has(id))));
    },
    [changeEvery],
  );
  return useMemo(
    () => ({ ids, beyond, toggle, toggleAll, chooseEvery, clear, remove }),
    [ids, beyond, toggle, toggleAll, chooseEvery, clear, remove],
  );
};
