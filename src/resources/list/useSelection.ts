import { type SetStateAction, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SelectedRecord } from '../../dataProvider/entityVerbs.ts';
import type { ListRecord } from '../fieldKit/types.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `range`, all rows between the last toggled one and this one get its new state. */
  toggle: (id: string, range?: boolean) => void;
  /** All loaded rows, or none. */
  toggleAll: () => void;
  /** Selected records that are not loaded. */
  unloaded: readonly SelectedRecord[];
  /**
   * Selects every record that `load` returns, loaded or not. Any change of the selection or scope before the response
   * aborts it. Rejects with the error of `load`.
   */
  selectAllMatching: (load: LoadAllMatching) => Promise<void>;
  clear: () => void;
  remove: (ids: string[]) => void;
}

type LoadAllMatching = (signal: AbortSignal) => Promise<readonly SelectedRecord[]>;

const NONE: readonly SelectedRecord[] = [];

/**
 * The selection of a list: loaded rows, or all matching records. A change of `scope` (search, filters, sort, page)
 * clears it.
 */
export const useSelection = (rows: ListRecord[], scope: string): Selection => {
  const [chosen, setIds] = useState<ReadonlySet<string>>(new Set());
  // Only shown rows are selected: rows removed by others are deselected.
  const ids = useMemo(() => new Set(rows.map(({ id }) => id).filter((id) => chosen.has(id))), [rows, chosen]);
  const [allMatching, setAllMatching] = useState(NONE);
  // The rows at the last check of `allMatching`.
  const [lastRows, setLastRows] = useState(rows);
  if (allMatching.length > 0 && lastRows !== rows) {
    // A loaded row that left the list does not count as unloaded.
    const now = new Set(rows.map(({ id }) => id));
    const left = new Set(lastRows.map(({ id }) => id).filter((id) => !now.has(id)));
    setLastRows(rows);
    if (left.size > 0) setAllMatching(allMatching.filter(({ id }) => !left.has(id)));
  }
  const unloaded = useMemo(() => {
    if (allMatching.length === 0) return NONE;
    const loaded = new Set(rows.map(({ id }) => id));
    return allMatching.filter(({ id }) => !loaded.has(id));
  }, [rows, allMatching]);
  const anchor = useRef<string | undefined>(undefined);
  const loaded = useRef(rows);
  const pendingLoad = useRef<AbortController>(undefined);
  useEffect(() => {
    loaded.current = rows;
  });
  // A pending response belongs to the previous selection.
  const changeAllMatching = useCallback((next: SetStateAction<readonly SelectedRecord[]>) => {
    pendingLoad.current?.abort();
    setAllMatching(next);
  }, []);
  useEffect(() => {
    anchor.current = undefined;
    setIds((old) => (old.size > 0 ? new Set() : old));
    return () => changeAllMatching(NONE);
  }, [scope, changeAllMatching]);

  const toggle = useCallback(
    (id: string, range = false) => {
      const order = loaded.current.map((row) => row.id);
      const from = range && anchor.current !== undefined ? order.indexOf(anchor.current) : -1;
      const to = order.indexOf(id);
      const touched = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      anchor.current = id;
      changeAllMatching(NONE);
      setIds((old) => {
        const next = new Set(old);
        for (const one of touched) {
          if (old.has(id)) next.delete(one);
          else next.add(one);
        }
        return next;
      });
    },
    [changeAllMatching],
  );
  const toggleAll = useCallback(() => {
    changeAllMatching(NONE);
    setIds((old) => {
      const all = loaded.current.map((row) => row.id);
      return new Set(all.every((id) => old.has(id)) ? [] : all);
    });
  }, [changeAllMatching]);
  const selectAllMatching = useCallback(
    async (load: LoadAllMatching): Promise<void> => {
      changeAllMatching(NONE);
      const { signal } = (pendingLoad.current = new AbortController());
      const before = loaded.current;
      try {
        const all = await load(signal);
        if (signal.aborted) return;
        setLastRows(before);
        setAllMatching(all);
        setIds(new Set(all.map(({ id }) => id)));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    [changeAllMatching],
  );
  const clear = useCallback(() => {
    changeAllMatching(NONE);
    setIds(new Set());
  }, [changeAllMatching]);
  const remove = useCallback(
    (gone: string[]) => {
      const left = new Set(gone);
      changeAllMatching((old) => (old.length > 0 ? old.filter(({ id }) => !left.has(id)) : old));
      setIds((old) => new Set([...old].filter((id) => !left.has(id))));
    },
    [changeAllMatching],
  );
  return useMemo(
    () => ({ ids, unloaded, toggle, toggleAll, selectAllMatching, clear, remove }),
    [ids, unloaded, toggle, toggleAll, selectAllMatching, clear, remove],
  );
};
