import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { ListRecord } from '../fieldKit/types.ts';
import { FIXED_COLUMNS_WIDTH_PX, columnAlign, selectFittingColumns, minTableWidth } from './columnWidths.ts';
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
import type { RowOptions } from './RowParts.tsx';
import { startsWithTitle, RowMark } from './RowMark.tsx';
import {
  COMPACT_ROW_HEIGHT_PX,
  MARK_WIDTH_PX,
  PICTURE_MARK_WIDTH_PX,
  PICTURE_ROW_HEIGHT_PX,
  ROW_HEIGHT_PX,
  Scroller,
  Table,
} from './tableStyles.ts';
import type { ListBodyProps } from './types.ts';
import { DelayedPlaceholder, Placeholder } from '../states/Placeholder.ts';
import { BAR_WIDTHS } from '../states/SkeletonList.tsx';
import { findRowIndex, findEditButton, useRowClick } from './useRowEvents.ts';
import { useMoreRows, useRowWindow } from '../useRowWindow.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useScrollRestoration } from './useScrollRestoration.ts';
import { t } from '../../../schemas/texts/translate.ts';

const RowPicture = lazyComponent(
  () => import('../fields/shared/RowPicture.tsx').then((it) => it.RowPicture),
  {
    silent: true,
  },
);
const RowLine = lazyComponent(() => import('./RowLine.tsx').then((it) => it.RowLine), { silent: true });

/** The rows of a list as a virtualized table. */
export const ListTable = (props: ListBodyProps) => {
  const { entityList, openMenu, openEditor, onToggle, peek } = props;
  const { model, list, selection, query } = entityList;
  const { rows } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const rowOptions = useFittingOptions(props, scroller);
  const hasPictures = model.list.picture !== undefined;
  const isHigh = hasPictures || rowOptions.columns.some(({ display }) => display === 'pictures');
  const rowHeight = isHigh
    ? PICTURE_ROW_HEIGHT_PX
    : entityList.state.density === 'compact'
      ? COMPACT_ROW_HEIGHT_PX
      : ROW_HEIGHT_PX;
  const memory = useScrollRestoration(`${model.name}?${query}`, scroller);
  const window = useRowWindow({
    scroller,
    count: rows.length,
    rowHeight,
    headHeight: ROW_HEIGHT_PX,
    initialOffset: memory.initialOffset,
  });
  const { first, end, scrollTo } = window;
  useMoreRows(list, window);

  const keys = useRowKeys({ rows, rowOptions, toggle: selection.toggle, scrollTo, scroller, peek });
  const onClick = useRowClick({
    rows,
    selection,
    openMenu,
    openEditor,
    onToggle,
    peek,
    ...rowOptions,
  });
  // One row is always tabbable, even when the last focused one was scrolled away.
  const tabStop = keys.active >= first && keys.active < end ? keys.active : first;

  const minWidth = useMemo(
    () => fixedWidth(model) + minTableWidth(rowOptions.columns, rowOptions.titleColumn),
    [model, rowOptions.columns, rowOptions.titleColumn],
  );
  return (
    <Scroller
      ref={scroller}
      data-rows
      aria-busy={list.isPlaceholderData}
      onScroll={memory.onScroll}
      onClick={onClick}
      onDoubleClick={(event) => findEditButton(event.target)?.click()}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
    >
      <Table
        aria-label={model.plural}
        data-bare={startsWithTitle(model) || undefined}
        data-density={isHigh ? undefined : entityList.state.density}
        data-high={isHigh || undefined}
        data-pictures={hasPictures || undefined}
        aria-rowcount={list.total === undefined ? -1 : list.total + 1}
        style={{ minWidth }}
      >
        <ListHead entityList={entityList} rowOptions={rowOptions} />
        <tbody>
          <Spacer height={first * rowHeight} />
          {rows.slice(first, end).map((record, at) => (
            <Row
              key={record.id}
              rowOptions={rowOptions}
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

/** The table's skeleton, with its real headers, widths and heights. */
export const TableSkeleton = (props: ListBodyProps) => {
  const { entityList } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowOptions = useFittingOptions(props, scroller);
  const { columns, titleColumn, model } = rowOptions;
  const hasPictures = model.list.picture !== undefined;
  return (
    <Scroller ref={scroller} role="progressbar" aria-label={t('Loading')}>
      <Table
        aria-hidden
        inert
        data-bare={startsWithTitle(model) || undefined}
        data-density={hasPictures ? undefined : entityList.state.density}
        data-high={hasPictures || undefined}
        data-pictures={hasPictures || undefined}
        style={{ minWidth: fixedWidth(model) + minTableWidth(columns, titleColumn) }}
      >
        <ListHead entityList={entityList} rowOptions={rowOptions} />
        <DelayedPlaceholder as="tbody">
          {[...BAR_WIDTHS, ...BAR_WIDTHS, ...BAR_WIDTHS].map((_, row) => (
            <tr key={row}>
              <td className="select-cell">
                {startsWithTitle(model) ? null : (
                  <Placeholder style={{ width: hasPictures ? 106 : 24, height: hasPictures ? 72 : 24 }} />
                )}
              </td>
              {columns.map((field, column) => (
                <td key={field.name} className={columnAlign(field)}>
                  <Placeholder style={{ width: BAR_WIDTHS[(row + column) % BAR_WIDTHS.length] }} />
                </td>
              ))}
              <td className="menu" aria-hidden />
            </tr>
          ))}
        </DelayedPlaceholder>
      </Table>
    </Scroller>
  );
};

/** Width of a row besides its columns, in pixels. */
const fixedWidth = (model: ListBodyProps['entityList']['model']): number =>
  FIXED_COLUMNS_WIDTH_PX -
  (startsWithTitle(model) ? MARK_WIDTH_PX : 0) +
  (model.list.picture === undefined ? 0 : PICTURE_MARK_WIDTH_PX - MARK_WIDTH_PX);

/** Limits the columns to those that fit, unless the user chose them. */
function useFittingOptions(
  { entityList, rowOptions }: ListBodyProps,
  scroller: RefObject<HTMLElement | null>,
): RowOptions {
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // Without layout (tests) everything fits.
    const measure = (): void => setWidth(element.clientWidth || Infinity);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  const { columns: chosen, sort } = entityList.state;
  return useMemo(() => {
    const priorities = { sortedBy: sort.field, constantColumns: rowOptions.constantColumns };
    // Pictures reduce the room for columns.
    const room = width - fixedWidth(rowOptions.model) + FIXED_COLUMNS_WIDTH_PX;
    const columns = chosen
      ? rowOptions.columns
      : selectFittingColumns(rowOptions.columns, rowOptions.titleColumn, room, priorities);
    return columns === rowOptions.columns ? rowOptions : { ...rowOptions, columns };
  }, [rowOptions, chosen, sort.field, width]);
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;

interface RowProps {
  rowOptions: RowOptions;
  record: ListRecord;
  index: number;
  selected: boolean;
  /** The tabbable row; the others are reached with the arrow keys. */
  active: boolean;
  /** The row is open in the peek drawer. */
  isPeeked: boolean;
}

const Row = memo(({ rowOptions, record, index, selected, active, isPeeked }: RowProps) => {
  const tabIndex = active ? 0 : -1;
  return (
    <tr
      data-index={index}
      data-selected={selected}
      data-lifted={rowOptions.draggedId === record.id || undefined}
      aria-current={isPeeked || undefined}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
    >
      <td className="select-cell">
        {rowOptions.DragHandle && (
          <rowOptions.DragHandle rowOptions={rowOptions} record={record} tabIndex={tabIndex} />
        )}
        {startsWithTitle(rowOptions.model) ? null : rowOptions.model.list.picture === undefined ? (
          <RowMark model={rowOptions.model} record={record} />
        ) : (
          <RowPicture model={rowOptions.model} record={record} />
        )}
        {rowOptions.selectable && (
          <SelectBox rowOptions={rowOptions} record={record} selected={selected} tabIndex={tabIndex} />
        )}
      </td>
      {rowOptions.columns.map((field) => {
        const part = { rowOptions, record, field, tabIndex };
        const isSwitchCell = isSwitch(rowOptions, record, field);
        const isEditable = !isSwitchCell && rowOptions.canEdit(record, field);
        const isPeek = rowOptions.canPeek && field === rowOptions.titleColumn;
        return (
          <td
            key={field.name}
            className={columnAlign(field)}
            data-edit={isEditable || undefined}
            data-peek={isPeek || undefined}
          >
            {isSwitchCell ? <SwitchButton {...part} /> : <CellContent {...part} />}
            {field === rowOptions.titleColumn && rowOptions.model.list.under && (
              <RowLine model={rowOptions.model} record={record} />
            )}
            {isPeek && <PeekButton rowOptions={rowOptions} record={record} tabIndex={tabIndex} />}
            {isEditable && <PenButton {...part} />}
          </td>
        );
      })}
      <td className="menu">
        {rowOptions.hasMenu && <MenuButton rowOptions={rowOptions} record={record} tabIndex={tabIndex} />}
      </td>
    </tr>
  );
});
Row.displayName = t('Row');

interface RowKeys extends Pick<ListBodyProps, 'rowOptions' | 'peek'> {
  rows: ListRecord[];
  toggle: (id: string, range: boolean) => void;
  scrollTo: (index: number) => void;
  scroller: RefObject<HTMLElement | null>;
}

/**
 * Keyboard: arrows, Home and End move between rows, Enter opens, Space peeks, X selects (with shift: a range).
 */
const useRowKeys = ({ rows, rowOptions, toggle, scrollTo, scroller, peek }: RowKeys) => {
  const [active, setActive] = useState(0);
  const focusTarget = useRef<number | undefined>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    if (focusTarget.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${focusTarget.current}"]`);
    if (!row) return;
    focusTarget.current = undefined;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = findRowIndex(event.target);
    const record = rows[at];
    if (!record || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const index = Math.max(0, Math.min(rows.length - 1, next));
      focusTarget.current = index;
      setActive(index);
      scrollTo(index);
      if (peek?.id !== undefined) peek.open(rows[index]?.id);
      return;
    }
    if (event.key === 'Escape' && peek?.id !== undefined) return peek.open(undefined);
    // Inside a row, keys belong to the focused link, checkbox or button.
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const path = rowOptions.openPath(record.id);
    if (event.key === 'Enter' && path !== undefined) void navigate(path, { state: rowOptions.openState });
    else if (event.key === ' ' && peek) peek.open(peek.id === record.id ? undefined : record.id);
    else if ((event.key.toLowerCase() === 'x' || event.key === ' ') && rowOptions.selectable)
      toggle(record.id, event.shiftKey);
    else return;
    event.preventDefault();
  };

  return {
    active,
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      const at = findRowIndex(event.target);
      if (at >= 0) setActive(at);
    },
  };
};
