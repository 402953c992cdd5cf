import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListRecord } from '../fields/types.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `range`, everything between this row and the one toggled before gets this one's new state. */
  toggle: (id: string, range?: boolean) => void;
  /** All loaded rows, or none. */
  toggleAll: () => void;
  clear: () => void;
  remove: (ids: string[]) => void;
}

/** Which of the loaded rows are chosen. A change of `scope` (search, filters, sort, page) begins anew. */
export const useSelection = (rows: ListRecord[], scope: string): Selection => {
  const [chosen, setIds] = useState<ReadonlySet<string>>(new Set());
  // Nothing is done to what is not shown: a row that others took away is not chosen any more.
  const ids = useMemo(() => new Set(rows.map(({ id }) => id).filter((id) => chosen.has(id))), [rows, chosen]);
  const anchor = useRef<string | undefined>(undefined);
  const loaded = useRef(rows);
  useEffect(() => {
    loaded.current = rows;
  });
  useEffect(() => {
    anchor.current = undefined;
    setIds((old) => (old.size > 0 ? new Set() : old));
  }, [scope]);

  const toggle = useCallback((id: string, range = false) => {
    const order = loaded.current.map((row) => row.id);
    const from = range && anchor.current !== undefined ? order.indexOf(anchor.current) : -1;
    const to = order.indexOf(id);
    const touched = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    anchor.current = id;
    setIds((old) => {
      const next = new Set(old);
      for (const one of touched) {
        if (old.has(id)) next.delete(one);
        else next.add(one);
      }
      return next;
    });
  }, []);
  const toggleAll = useCallback(
    () =>
      setIds((old) =>
        old.size >= loaded.current.length ? new Set() : new Set(loaded.current.map((row) => row.id)),
      ),
    [],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  const remove = useCallback(
    (gone: string[]) => setIds((old) => new Set([...old].filter((id) => !gone.includes(id)))),
    [],
  );
  return useMemo(() => ({ ids, toggle, toggleAll, clear, remove }), [ids, toggle, toggleAll, clear, remove]);
};
