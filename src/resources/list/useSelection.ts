import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SelectedRecord } from '../../dataProvider/entityVerbs.ts';
import type { ListRecord } from '../fields/types.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `range`, everything between this row and the one toggled before gets this one's new state. */
  toggle: (id: string, range?: boolean) => void;
  /** All loaded rows, or none. */
  toggleAll: () => void;
  /** Chosen records beyond the rows that are loaded. */
  beyond: readonly SelectedRecord[];
  /** Every record of the list, loaded or not. */
  chooseEvery: (all: readonly SelectedRecord[]) => void;
  clear: () => void;
  remove: (ids: string[]) => void;
}

const NONE: readonly SelectedRecord[] = [];

/** Which of the loaded rows are chosen, or every record of the list. A change of `scope` (search, filters, sort, page) begins anew. */
export const useSelection = (rows: ListRecord[], scope: string): Selection => {
  const [chosen, setIds] = useState<ReadonlySet<string>>(new Set());
  // Nothing is done to what is not shown: a row that others took away is not chosen any more.
  const ids = useMemo(() => new Set(rows.map(({ id }) => id).filter((id) => chosen.has(id))), [rows, chosen]);
  const [every, setEvery] = useState(NONE);
  const beyond = useMemo(() => {
    if (every.length === 0) return NONE;
    const loaded = new Set(rows.map(({ id }) => id));
    return every.filter(({ id }) => !loaded.has(id));
  }, [rows, every]);
  const anchor = useRef<string | undefined>(undefined);
  const loaded = useRef(rows);
  useEffect(() => {
    loaded.current = rows;
  });
  useEffect(() => {
    anchor.current = undefined;
    setEvery(NONE);
    setIds((old) => (old.size > 0 ? new Set() : old));
  }, [scope]);

  const toggle = useCallback((id: string, range = false) => {
    const order = loaded.current.map((row) => row.id);
    const from = range && anchor.current !== undefined ? order.indexOf(anchor.current) : -1;
    const to = order.indexOf(id);
    const touched = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    anchor.current = id;
    setEvery(NONE);
    setIds((old) => {
      const next = new Set(old);
      for (const one of touched) {
        if (old.has(id)) next.delete(one);
        else next.add(one);
      }
      return next;
    });
  }, []);
  const toggleAll = useCallback(() => {
    setEvery(NONE);
    setIds((old) =>
      old.size >= loaded.current.length ? new Set() : new Set(loaded.current.map((row) => row.id)),
    );
  }, []);
  const chooseEvery = useCallback((all: readonly SelectedRecord[]) => {
    setEvery(all);
    setIds(new Set(all.map(({ id }) => id)));
  }, []);
  const clear = useCallback(() => {
    setEvery(NONE);
    setIds(new Set());
  }, []);
  const remove = useCallback((gone: string[]) => {
    const left = new Set(gone);
    setEvery((old) => (old.length > 0 ? old.filter(({ id }) => !left.has(id)) : old));
    setIds((old) => new Set([...old].filter((id) => !left.has(id))));
  }, []);
  return useMemo(
    () => ({ ids, beyond, toggle, toggleAll, chooseEvery, clear, remove }),
    [ids, beyond, toggle, toggleAll, chooseEvery, clear, remove],
  );
};
