import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface Place {
  row: number;
  column: number;
}

/** Leads to a cell of a grid whose rows may not be drawn yet. */
export function useGridFocus(
  box: RefObject<HTMLElement | null>,
  scrollTo: (row: number) => void,
): (place: Place) => void {
  const wanted = useRef<Place | undefined>(undefined);
  const [, redraw] = useState(0);
  useEffect(() => {
    // The row may have to be scrolled to first, which draws anew.
    if (!wanted.current) return;
    const { row, column } = wanted.current;
    const cell = box.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    // Rows that were just added can be scrolled to only now.
    if (!cell) return scrollTo(row);
    wanted.current = undefined;
    cell.focus({ preventScroll: true });
    if (cell instanceof HTMLInputElement && cell.type === 'text') cell.select();
  });
  return useCallback(
    (place) => {
      scrollTo(place.row);
      wanted.current = place;
      redraw((count) => count + 1);
    },
    [scrollTo],
  );
}

/** The cell that an event happened in. */
export const placeOf = (target: EventTarget): Place | undefined => {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
};
