import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useMemo, useRef } from 'react';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { gridColumns } from '../../../schemas/model/gridColumns.ts';
import { useDelete } from '../actions/useDelete.tsx';
import { useRights } from '../actions/useRights.ts';
import { CellEditor } from '../fields/list/grid/CellEditor.tsx';
import { GridHead } from '../fields/list/grid/GridHead.tsx';
import { GRID_ROW_HEIGHT_PX, GridBox } from '../fields/list/grid/gridStyles.ts';
import { parseClipboardCells, MAX_PASTED_LINES, parseCell } from '../fields/list/grid/pasteCells.ts';
import { placeOf, useGridFocus } from '../fields/list/grid/useGridFocus.ts';
import { useOverflowNotice } from '../fields/list/grid/useOverflowNotice.tsx';
import { LeaveGuard } from '../form/save/LeaveGuard.tsx';
import { useChildren } from '../list/useChildren.ts';
import { useRowWindow } from '../list/useRowWindow.ts';
import type { ConsoleEntity } from '../product.ts';
import { ErrorState } from '../states/ListStates.tsx';
import { SkeletonList } from '../states/SkeletonList.tsx';
import { cellValue, pastedCells, type ChildRow } from './childRows.ts';
import { CellText } from './CellText.tsx';
import { type ChildRows, MOST_ROWS, useChildRows } from './useChildRows.ts';

interface ChildGridProps {
  /** Whose records. */
  entity: string;
  /** Their field that refers to the record. */
  by: string;
  /** The record that they belong to. */
  id: string;
}

/**
 * Hundreds of small records as cells. Each row is stored by itself once it is left, faults are shown in its cells; what
 * is pasted from a spreadsheet changes rows and adds new ones.
 */
export default function ChildGrid({ entity, by, id }: ChildGridProps) {
  const { model, filter } = useChildren(entity, by, id);
  const columns = useMemo(() => gridColumns(model), [model]);
  const grid = useChildRows(model, columns, filter);
  if (grid.error && grid.rows.length === 0) return <ErrorState error={grid.error} onRetry={grid.retry} />;
  if (grid.isPending) return <SkeletonList columns={columns} as="table" />;
  return <Cells model={model} columns={columns} grid={grid} />;
}

interface CellsProps {
  model: ConsoleEntity;
  columns: FieldModel[];
  grid: ChildRows;
}

function Cells({ model, columns, grid }: CellsProps) {
  const rights = useRights(model);
  const { rows } = grid;
  const box = useRef<HTMLDivElement>(null);
  const mayAdd = rights.may('create') && rows.length < MOST_ROWS && !grid.hasMore;
  const count = rows.length + (mayAdd ? 1 : 0);
  const { first, end, scrollTo } = useRowWindow({
    ...{
      scroller: box,
      count,
      rowHeight: GRID_ROW_HEIGHT_PX,
      headHeight: GRID_ROW_HEIGHT_PX,
      initialOffset: 0,
    },
  });
  const go = useGridFocus(box, scrollTo);
  const { leftOut, tell } = useOverflowNotice();
  const deleting = useDelete(model, () => undefined);

  const isLocked = (row: ChildRow | undefined): boolean => !rights.may(row?.record ? 'update' : 'create');
  const noun = model.title.toLowerCase();
  const unsaved = rows.filter(({ draft }) => draft && draft.state !== 'saved');
  const faulty = unsaved.filter(({ draft }) => draft?.state === 'refused');

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = placeOf(event.target);
    if (!at || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
    if (step === undefined || (event.target instanceof HTMLSelectElement && event.key !== 'Enter')) return;
    event.preventDefault();
    const row = at.row + step;
    if (row >= 0 && row < count) go({ ...at, row });
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    const at = placeOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!at || !/[\t\n\r]/.test(text.trimEnd())) return;
    event.preventDefault();
    const room = mayAdd ? MOST_ROWS - at.row : rows.length - at.row;
    const lines = parseClipboardCells(text);
    const most = Math.min(MAX_PASTED_LINES, room);
    tell(lines.length, most);
    const cells = lines.slice(0, most);
    for (const { row, name, value } of pastedCells(cells, columns, at))
      if (!isLocked(rows[row])) grid.type(row, name, value);
    grid.save(grid.keysOf(at.row, at.row + cells.length));
    go({ row: Math.max(at.row, at.row + cells.length - 1), column: at.column });
  };
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    const from = placeOf(event.target);
    const to = event.relatedTarget && placeOf(event.relatedTarget);
    if (from && from.row !== (to ? to.row : undefined)) grid.save(grid.keysOf(from.row, from.row + 1));
  };

  return (
    <>
      <LeaveGuard isDirty={() => unsaved.length > 0} />
      <GridBox
        ref={box}
        role="grid"
        aria-label={model.plural}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={onBlur}
      >
        <GridHead columns={columns} />
        <div style={{ height: first * GRID_ROW_HEIGHT_PX }} />
        {Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).map((index) => {
          const row: ChildRow = rows[index] ?? { key: grid.blankKey };
          const { record, draft } = row;
          return (
            <div key={row.key} role="row" aria-rowindex={index + 2} title={draft?.message}>
              <span className="number" aria-hidden>
                {draft?.state === 'saving' ? '…' : draft?.message ? '!' : index + 1}
              </span>
              {columns.map((field, column) => (
                <CellEditor
                  key={field.name}
                  field={field}
                  row={index}
                  column={column}
                  value={cellValue(row, field.name)}
                  label={`${field.title} ${index + 1}`}
                  readOnly={isLocked(row)}
                  error={draft?.faults[field.name] ?? (column === 0 ? draft?.message : undefined)}
                  write={(value) => grid.type(index, field.name, value)}
                  renderText={(cell) => (
                    <CellText
                      cell={cell}
                      field={field}
                      value={cellValue(row, field.name)}
                      readOnly={isLocked(row)}
                      onType={(text) => grid.type(index, field.name, parseCell(field, text))}
                    />
                  )}
                />
              ))}
              <span className="remove" role="gridcell">
                {record && rights.may('delete') ? (
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-label={`Delete ${recordTitle(model, record)}`}
                    onClick={() => deleting.ask([record])}
                  >
                    <Close />
                  </button>
                ) : null}
              </span>
            </div>
          );
        })}
        <div style={{ height: Math.max(0, count - end) * GRID_ROW_HEIGHT_PX }} />
      </GridBox>
      <p role="status" style={{ margin: '8px 0 0', fontSize: 13 }}>
        {faulty.length > 0
          ? `${faulty.length} ${faulty.length === 1 ? 'row is' : 'rows are'} not stored yet: see the marked cells.`
          : unsaved.length > 0
            ? 'Storing…'
            : `${rows.length} ${rows.length === 1 ? noun : model.plural.toLowerCase()}`}
      </p>
      {leftOut}
      {grid.hasMore ? (
        <Alert severity="info">The first {MOST_ROWS.toLocaleString('en-US')} are shown.</Alert>
      ) : null}
      {deleting.dialog}
    </>
  );
}
