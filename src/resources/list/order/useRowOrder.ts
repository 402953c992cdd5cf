import { useNotify } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { moveRow, whyNotMovable, sortByIds } from './rowOrder.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** A row that is held, and where it would be put. */
interface LiftedRow {
  id: string;
  from: number;
  to: number;
}
/** The order that was asked for, until the list is told of it. */
interface PendingOrder {
  ids: string[];
  /** The rows as they were when the services had answered. */
  base?: ListRecord[];
}

/** Moves that are sent one after the other, as each is relative to those before. */
interface MoveQueue {
  last: Promise<unknown>;
  /** One was refused: those behind it have lost their meaning. */
  isRefused: boolean;
}
const startSending = (): MoveQueue => ({ last: Promise.resolve(), isRefused: false });

/**
 * Moves rows of an ordered list: a row is lifted, its place follows, and where it is put is stored at once. `announcement` is
 * for those who hear the list.
 */
export const useRowOrder = ({ model, list, state }: EntityListModel) => {
  const field = model.ordered ?? '';
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const [lift, setLift] = useState<LiftedRow>();
  const [dropped, setDropped] = useState<PendingOrder>();
  const [announcement, announce] = useState('');
  const sending = useRef<MoveQueue>(undefined);
  const current = useRef(list.rows);
  useEffect(() => {
    current.current = list.rows;
  }, [list.rows]);

  const disabledReason = whyNotMovable(model, state);
  const isAwaited = dropped !== undefined && (dropped.base === undefined || dropped.base === list.rows);
  const stored = isAwaited ? sortByIds(list.rows, dropped.ids, field) : list.rows;
  const held = lift && stored[lift.from]?.id === lift.id ? lift : undefined;
  const rows = held ? moveRow(stored, field, held.from, held.to) : stored;
  const titleOf = (id: string): string => {
    const row = stored.find((one) => one.id === id);
    return row ? recordTitle(model, row) : '';
  };
  const place = (index: number): string =>
    t('%{index} of %{total}', { index: index + 1, total: list.total ?? stored.length });

  const explainDisabled = (): void => {
    if (disabledReason === undefined) return;
    announce(disabledReason);
    notify(disabledReason, { type: 'info' });
  };

  const put = async (from: number, to: number): Promise<void> => {
    const next = moveRow(stored, field, from, to);
    const moved = next[to];
    setLift(undefined);
    if (!moved || from === to) return;
    const drop: PendingOrder = { ids: next.map(({ id }) => id) };
    setDropped(drop);
    announce(t('%{model} is now number %{to}.', { model: recordTitle(model, moved), to: place(to) }));
    const after = next[to - 1]?.id ?? null;
    const own = (sending.current ??= startSending());
    const sent = own.last.then(() =>
      own.isRefused
        ? undefined
        : mutate((provider) => provider.action(model.name, moved.id, 'move', { after })),
    );
    own.last = sent;
    const outcome = await sent;
    if (!outcome) return;
    const { failure } = outcome;
    if (failure) {
      own.isRefused = true;
      sending.current = undefined;
      const why = Object.values(failure.fields)[0] ?? failure.message;
      setDropped(undefined);
      announce(why);
      notify(why, { type: 'error' });
      return;
    }
    setDropped((asked) => (asked === drop ? { ...asked, base: current.current } : asked));
  };

  return {
    rows,
    disabledReason,
    explainDisabled,
    announcement,
    lifted: held,
    lift: (index: number): void => {
      const row = stored[index];
      if (!row) return;
      setLift({ id: row.id, from: index, to: index });
      announce(
        t(
          '%{model} is lifted, number %{index}. Up and down move it, Space puts it down, Escape puts it back.',
          { model: recordTitle(model, row), index: place(index) },
        ),
      );
    },
    carry: (to: number): void => {
      const at = Math.max(0, Math.min(stored.length - 1, to));
      if (!held || held.to === at) return;
      setLift({ ...held, to: at });
      announce(t('Number %{at}.', { at: place(at) }));
    },
    drop: (): void => {
      if (!held) return;
      if (held.from === held.to)
        announce(t('%{id} stays number %{from}.', { id: titleOf(held.id), from: place(held.from) }));
      void put(held.from, held.to);
    },
    cancel: (): void => {
      if (!held) return;
      setLift(undefined);
      announce(t('%{id} is back at number %{from}.', { id: titleOf(held.id), from: place(held.from) }));
    },
    /** One place up or down, at once. */
    step: (index: number, by: number): void => {
      const to = index + by;
      if (to >= 0 && to < stored.length) void put(index, to);
    },
  };
};

export type RowOrder = ReturnType<typeof useRowOrder>;
