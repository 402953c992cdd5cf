import { useNotify } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { moveRow, findReorderObstacle, sortByIds } from './rowOrder.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** A row being dragged, with its current target. */
interface DraggedRow {
  id: string;
  from: number;
  to: number;
}
/** The requested order, until the list is refetched. */
interface PendingOrder {
  ids: string[];
  /** The list's rows at the time of the response. */
  base?: ListRecord[];
}

/** Sends moves one after the other, as each depends on the previous ones. */
interface MoveQueue {
  last: Promise<unknown>;
  /** A move failed, so the following ones are dropped. */
  hasFailed: boolean;
}
const createMoveQueue = (): MoveQueue => ({ last: Promise.resolve(), hasFailed: false });

/**
 * Reorders rows of a list: `lift`, `dragTo` and `drop`, which saves at once. `announcement` is for screen readers.
 */
export const useRowOrder = ({ model, list, state }: EntityListModel) => {
  const field = model.ordered ?? '';
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const [dragState, setDragState] = useState<DraggedRow>();
  const [pendingOrder, setPendingOrder] = useState<PendingOrder>();
  const [announcement, announce] = useState('');
  const moveQueue = useRef<MoveQueue>(undefined);
  const current = useRef(list.rows);
  useEffect(() => {
    current.current = list.rows;
  }, [list.rows]);

  const disabledReason = findReorderObstacle(model, state);
  const isPendingOrderShown =
    pendingOrder !== undefined && (pendingOrder.base === undefined || pendingOrder.base === list.rows);
  const stored = isPendingOrderShown ? sortByIds(list.rows, pendingOrder.ids, field) : list.rows;
  const dragged = dragState && stored[dragState.from]?.id === dragState.id ? dragState : undefined;
  const rows = dragged ? moveRow(stored, field, dragged.from, dragged.to) : stored;
  const findTitle = (id: string): string => {
    const row = stored.find((one) => one.id === id);
    return row ? recordTitle(model, row) : '';
  };
  const formatPlace = (index: number): string =>
    t('%{index} of %{total}', { index: index + 1, total: list.total ?? stored.length });

  const explainDisabled = (): void => {
    if (disabledReason === undefined) return;
    announce(disabledReason);
    notify(disabledReason, { type: 'info' });
  };

  const moveAndSave = async (from: number, to: number): Promise<void> => {
    const next = moveRow(stored, field, from, to);
    const moved = next[to];
    setDragState(undefined);
    if (!moved || from === to) return;
    const drop: PendingOrder = { ids: next.map(({ id }) => id) };
    setPendingOrder(drop);
    announce(t('%{model} is now number %{to}.', { model: recordTitle(model, moved), to: formatPlace(to) }));
    const after = next[to - 1]?.id ?? null;
    const queue = (moveQueue.current ??= createMoveQueue());
    const sent = queue.last.then(() =>
      queue.hasFailed
        ? undefined
        : mutate((provider) => provider.action(model.name, moved.id, 'move', { after })),
    );
    queue.last = sent;
    const outcome = await sent;
    if (!outcome) return;
    const { failure } = outcome;
    if (failure) {
      queue.hasFailed = true;
      moveQueue.current = undefined;
      const why = Object.values(failure.fields)[0] ?? failure.message;
      setPendingOrder(undefined);
      announce(why);
      notify(why, { type: 'error' });
      return;
    }
    setPendingOrder((asked) => (asked === drop ? { ...asked, base: current.current } : asked));
  };

  return {
    rows,
    disabledReason,
    explainDisabled,
    announcement,
    lifted: dragged,
    lift: (index: number): void => {
      const row = stored[index];
      if (!row) return;
      setDragState({ id: row.id, from: index, to: index });
      announce(
        t(
          '%{model} is lifted, number %{index}. Up and down move it, Space puts it down, Escape puts it back.',
          { model: recordTitle(model, row), index: formatPlace(index) },
        ),
      );
    },
    dragTo: (to: number): void => {
      const at = Math.max(0, Math.min(stored.length - 1, to));
      if (!dragged || dragged.to === at) return;
      setDragState({ ...dragged, to: at });
      announce(t('Number %{at}.', { at: formatPlace(at) }));
    },
    drop: (): void => {
      if (!dragged) return;
      if (dragged.from === dragged.to)
        announce(
          t('%{id} stays number %{from}.', { id: findTitle(dragged.id), from: formatPlace(dragged.from) }),
        );
      void moveAndSave(dragged.from, dragged.to);
    },
    cancel: (): void => {
      if (!dragged) return;
      setDragState(undefined);
      announce(
        t('%{id} is back at number %{from}.', { id: findTitle(dragged.id), from: formatPlace(dragged.from) }),
      );
    },
    /** Moves a row up or down at once. */
    moveBy: (index: number, by: number): void => {
      const to = index + by;
      if (to >= 0 && to < stored.length) void moveAndSave(index, to);
    },
  };
};

export type RowOrder = ReturnType<typeof useRowOrder>;
