import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Json } from '../../../../../schemas/model/types.ts';
import { PHONE } from '../../../../theme/tokens.ts';
import { useRowWindow } from '../../../useRowWindow.ts';
import { useFormSession, useReveal } from '../../../fieldKit/useSession.ts';
import { newItem } from '../../../fieldKit/buildDefaults.ts';
import { isComposing } from '../../../../ui/isComposing.ts';
import type { ListViewProps } from '../../../fieldKit/editorTypes.ts';
import { GRID_ROW_HEIGHT_PX, GridBox } from './gridStyles.ts';
import { GridHead, isPlainValueList } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { parseClipboardCells, MAX_PASTED_LINES, pasteCells } from './pasteCells.ts';
import { findCellPosition, useGridFocus } from './useGridFocus.ts';
import { useOverflowNotice } from './useOverflowNotice.tsx';

/** Up to this many rows a grid on a phone is as high as they are; a longer one scrolls, and draws what is near. */
const MAX_WHOLE_ROWS = 100;

/**
 * A grid of cells for hundreds of short items. Enter moves to the cell below and adds a row after the last; the up and
 * down arrows move between rows, with Alt they move the row; Ctrl+Backspace removes it. Cells pasted from a spreadsheet
 * fill the grid and add rows.
 */
export default function GridView({
  item,
  items,
  noun,
  path,
  pointer,
  listController,
  fieldState,
}: ListViewProps) {
  const session = useFormSession();
  const box = useRef<HTMLDivElement>(null);
  const columns = item.fields?.filter((field) => field.constant === undefined && !field.generated) ?? [item];
  const rowHeight = GRID_ROW_HEIGHT_PX[useMediaQuery(PHONE) ? 'phone' : 'desk'];
  const { first, end, scrollTo } = useRowWindow({
    scroller: box,
    count: items.length,
    rowHeight,
    headHeight: isPlainValueList(columns) ? 0 : rowHeight,
    initialOffset: 0,
  });
  const focusCell = useGridFocus(box, scrollTo);
  const { overflowNotice, reportPaste } = useOverflowNotice();
  const isFull = fieldState.maxItems !== undefined && items.length >= fieldState.maxItems;

  useReveal([pointer], (target) => {
    const [row, name] = target.slice(pointer.length + 1).split('/');
    if (!row) return;
    session.reveal(undefined);
    focusCell({
      row: Number(row),
      column: Math.max(
        0,
        columns.findIndex((field) => field.name === name),
      ),
    });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = findCellPosition(event.target);
    if (!at || isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const to = at.row + (step ?? 0);
    const isInside = to >= 0 && to < items.length;
    if (step !== undefined && event.altKey) {
      if (fieldState.readOnly || !isInside) return;
      listController.move(at.row, to);
      focusCell({ ...at, row: to });
    } else if (step !== undefined) {
      if (!isInside || event.target instanceof HTMLSelectElement) return;
      focusCell({ ...at, row: to });
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (at.row + 1 < items.length) focusCell({ ...at, row: at.row + 1 });
      else if (!fieldState.readOnly && !isFull) listController.add();
    } else if (event.key === 'Backspace' && (event.ctrlKey || event.metaKey) && !fieldState.readOnly) {
      listController.remove(at.row);
      if (items.length > 1) focusCell({ ...at, row: Math.min(at.row, items.length - 2) });
    } else return;
    event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    const at = findCellPosition(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (!at || fieldState.readOnly || !/[\t\n\r]/.test(text.trimEnd())) return;
    event.preventDefault();
    const cells = parseClipboardCells(text);
    reportPaste(cells.length, MAX_PASTED_LINES);
    const stored = session.read(path);
    const current = Array.isArray(stored) ? (stored as Json[]) : [];
    const pasted = cells.slice(0, MAX_PASTED_LINES);
    listController.replace(pasteCells(current, pasted, columns, at, () => newItem(item)));
    focusCell({ row: at.row + pasted.length - 1, column: at.column });
  };

  return (
    <>
      <GridBox
        ref={box}
        role="grid"
        aria-label={item.title}
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length}
        data-keeps-focus
        data-whole={items.length <= MAX_WHOLE_ROWS || undefined}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      >
        <GridHead columns={columns} />
        <div style={{ height: first * rowHeight }} />
        {items.slice(first, end).map((value, at) => {
          const row = first + at;
          return (
            <GridRow
              key={listController.keys[row]}
              row={row}
              value={value}
              columns={columns}
              path={path}
              noun={noun}
              readOnly={fieldState.readOnly}
              onRemove={() => listController.remove(row)}
            />
          );
        })}
        <div style={{ height: Math.max(0, items.length - end) * rowHeight }} />
      </GridBox>
      {overflowNotice}
    </>
  );
}
