import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface CellPosition {
  row: number;
  column: number;
}

/** Moves the focus to a cell of a grid whose row may not be rendered yet. */
export function useGridFocus(
  box: RefObject<HTMLElement | null>,
  scrollTo: (row: number) => void,
): (position: CellPosition) => void {
  const pending = useRef<CellPosition | undefined>(undefined);
  const [, redraw] = useState(0);
  useEffect(() => {
    // Runs after every render: scrolling to the row renders it.
    if (!pending.current) return;
    const { row, column } = pending.current;
    const cell = box.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    // A row that was just added can be scrolled to only after its render.
    if (!cell) return scrollTo(row);
    pending.current = undefined;
    cell.focus({ preventScroll: true });
    if (cell instanceof HTMLInputElement && cell.type === 'text') cell.select();
  });
  return useCallback(
    (position) => {
      scrollTo(position.row);
      pending.current = position;
      redraw((count) => count + 1);
    },
    [scrollTo],
  );
}

/** Finds the cell of an event target. */
export const findCellPosition = (target: EventTarget): CellPosition | undefined => {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
};
