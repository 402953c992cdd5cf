import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { ListRecord } from '../fieldKit/types.ts';
import { FIXED_COLUMNS_PX, columnAlign, fittingColumns, minTableWidth } from './columnWidths.ts';
import { ListHead } from './ListHead.tsx';
import {
  CellContent,
  isSwitch,
  MenuButton,
  PeekButton,
  PenButton,
  SelectBox,
  SwitchButton,
} from './RowParts.tsx';
import type { RowFrame } from './RowParts.tsx';
import { RowMark } from './RowMark.tsx';
import {
  COMPACT_ROW_HEIGHT_PX,
  MARK_PX,
  PICTURE_MARK_PX,
  PICTURE_ROW_HEIGHT_PX,
  ROW_HEIGHT_PX,
  Scroller,
  Table,
} from './tableStyles.ts';
import type { ListBodyProps } from './types.ts';
import { indexOf, penOf, useRowClick } from './useRowEvents.ts';
import { useMoreRows, useRowWindow } from '../useRowWindow.ts';
import { lazyComponent } from '../../layout/lazyComponent.tsx';
import { useScrollMemory } from './useScrollMemory.ts';
import { t } from '../../../schemas/texts/translate.ts';

const RowPicture = lazyComponent(
  () => import('../fields/shared/RowPicture.tsx').then((it) => it.RowPicture),
  {
    silent: true,
  },
);
const RowLine = lazyComponent(() => import('./RowLine.tsx').then((it) => it.RowLine), { silent: true });

/** The rows of a list as a table. Only those near what is seen are in the page, however many are loaded. */
export const ListTable = (props: ListBodyProps) => {
  const { entityList, openMenu, openEditor, onSwitch, peek } = props;
  const { model, list, selection, query } = entityList;
  const { rows } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useFittingFrame(props, scroller);
  const hasPictures = model.list.picture !== undefined;
  const isHigh = hasPictures || frame.columns.some(({ display }) => display === 'pictures');
  const rowHeight = isHigh
    ? PICTURE_ROW_HEIGHT_PX
    : entityList.state.density === 'compact'
      ? COMPACT_ROW_HEIGHT_PX
      : ROW_HEIGHT_PX;
  const memory = useScrollMemory(`${model.name}?${query}`, scroller);
  const window = useRowWindow({
    scroller,
    count: rows.length,
    rowHeight,
    headHeight: ROW_HEIGHT_PX,
    initialOffset: memory.initialOffset,
  });
  const { first, end, scrollTo } = window;
  useMoreRows(list, window);

  const keys = useRowKeys({ rows, frame, toggle: selection.toggle, scrollTo, scroller, peek });
  const onClick = useRowClick({ rows, selection, openMenu, openEditor, onSwitch, peek, ...frame });
  // The tab key always finds a row, even when the one last used was scrolled away.
  const tabStop = keys.active >= first && keys.active < end ? keys.active : first;

  const minWidth = useMemo(
    () => fixedWidth(model) + minTableWidth(frame.columns, frame.titleColumn),
    [model, frame.columns, frame.titleColumn],
  );
  return (
    <Scroller
      ref={scroller}
      data-rows
      aria-busy={list.isStale}
      onScroll={memory.onScroll}
      onClick={onClick}
      onDoubleClick={(event) => penOf(event.target)?.click()}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
    >
      <Table
        aria-label={model.plural}
        data-density={isHigh ? undefined : entityList.state.density}
        data-high={isHigh || undefined}
        data-pictures={hasPictures || undefined}
        aria-rowcount={list.total === undefined ? -1 : list.total + 1}
        style={{ minWidth }}
      >
        <ListHead entityList={entityList} frame={frame} />
        <tbody>
          <Spacer height={first * rowHeight} />
          {rows.slice(first, end).map((record, at) => (
            <Row
              key={record.id}
              frame={frame}
              record={record}
              index={first + at}
              selected={selection.ids.has(record.id)}
              active={first + at === tabStop}
              isPeeked={record.id === peek?.id}
            />
          ))}
          <Spacer height={(rows.length - end) * rowHeight} />
        </tbody>
      </Table>
    </Scroller>
  );
};

/** What a row has beside its columns, in pixels. */
const fixedWidth = ({ list }: ListBodyProps['entityList']['model']): number =>
  FIXED_COLUMNS_PX + (list.picture === undefined ? 0 : PICTURE_MARK_PX - MARK_PX);

/** The frame with as many columns as there is room for; with all of them where the person chose them. */
function useFittingFrame(
  { entityList, frame }: ListBodyProps,
  scroller: RefObject<HTMLElement | null>,
): RowFrame {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // Where nothing is laid out there is room for everything.
    const measure = (): void => setWidth(element.clientWidth || Infinity);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  const { columns: chosen, sort } = entityList.state;
  return useMemo(() => {
    const kept = { sortedBy: sort.field, same: frame.same };
    // What pictures take is not the columns'.
    const room = width - fixedWidth(frame.model) + FIXED_COLUMNS_PX;
    const columns = chosen ? frame.columns : fittingColumns(frame.columns, frame.titleColumn, room, kept);
    return columns === frame.columns ? frame : { ...frame, columns };
  }, [frame, chosen, sort.field, width]);
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;

interface RowProps {
  frame: RowFrame;
  record: ListRecord;
  index: number;
  selected: boolean;
  /** The row that the tab key leads to; the others are reached with the arrow keys. */
  active: boolean;
  /** It is shown beside the list. */
  isPeeked: boolean;
}

const Row = memo(({ frame, record, index, selected, active, isPeeked }: RowProps) => {
  const tabIndex = active ? 0 : -1;
  return (
    <tr
      data-index={index}
      data-selected={selected}
      data-lifted={frame.lifted === record.id || undefined}
      aria-current={isPeeked || undefined}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
    >
      <td className="box">
        {frame.Grip && <frame.Grip frame={frame} record={record} tabIndex={tabIndex} />}
        {frame.model.list.picture === undefined ? (
          <RowMark model={frame.model} record={record} />
        ) : (
          <RowPicture model={frame.model} record={record} />
        )}
        {frame.selectable && (
          <SelectBox frame={frame} record={record} selected={selected} tabIndex={tabIndex} />
        )}
      </td>
      {frame.columns.map((field) => {
        const part = { frame, record, field, tabIndex };
        const isTurned = isSwitch(frame, record, field);
        const isOpen = !isTurned && frame.canEdit(record, field);
        const isPeek = frame.canPeek && field === frame.titleColumn;
        return (
          <td
            key={field.name}
            className={columnAlign(field)}
            data-edit={isOpen || undefined}
            data-peek={isPeek || undefined}
          >
            {isTurned ? <SwitchButton {...part} /> : <CellContent {...part} />}
            {field === frame.titleColumn && frame.model.list.under && (
              <RowLine model={frame.model} record={record} />
            )}
            {isPeek && <PeekButton frame={frame} record={record} tabIndex={tabIndex} />}
            {isOpen && <PenButton {...part} />}
          </td>
        );
      })}
      <td className="menu">
        {frame.hasMenu && <MenuButton frame={frame} record={record} tabIndex={tabIndex} />}
      </td>
    </tr>
  );
});
Row.displayName = t('Row');

interface RowKeys extends Pick<ListBodyProps, 'frame' | 'peek'> {
  rows: ListRecord[];
  toggle: (id: string, range: boolean) => void;
  scrollTo: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Arrow keys, Home and End walk through rows, Enter opens, Space looks at one beside the list, X selects (with shift:
 * all between).
 */
const useRowKeys = ({ rows, frame, toggle, scrollTo, scroller, peek }: RowKeys) => {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | undefined>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = indexOf(event.target);
    const record = rows[at];
    if (!record || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(rows.length - 1, next));
      wanted.current = index;
      setActive(index);
      scrollTo(index);
      if (peek?.id !== undefined) peek.open(rows[index]?.id);
      return;
    }
    if (event.key === 'Escape' && peek?.id !== undefined) return peek.open(undefined);
    // Inside a row, keys belong to the link, box or button that has the focus.
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const path = frame.openPath(record.id);
    if (event.key === 'Enter' && path !== undefined) void navigate(path, { state: frame.openState });
    else if (event.key === ' ' && peek) peek.open(peek.id === record.id ? undefined : record.id);
    else if ((event.key.toLowerCase() === 'x' || event.key === ' ') && frame.selectable)
      toggle(record.id, event.shiftKey);
    else return;
    event.preventDefault();
  };

  return {
    active,
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      const at = indexOf(event.target);
      if (at >= 0) setActive(at);
    },
  };
};
