import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { IDLE_MS } from '../ui/loadable.tsx';
import { whenIdle } from '../ui/whenIdle.ts';

/** Rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 10;

export interface RowWindow {
  /** Index of the first row to render. */
  first: number;
  /** Index after the last row to render. */
  end: number;
  /** The same, including rows that are not loaded yet. */
  requestedEnd: number;
  /** The height of the scroller is known. */
  isMeasured: boolean;
  /** Scrolled away from the beginning. */
  isScrolled: boolean;
  /** Scrolls a row into view, by the shortest distance. */
  scrollTo: (index: number) => void;
}

interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of every row, in pixels. */
  rowHeight: number;
  /** Height of the sticky head, in pixels. */
  headHeight: number;
  /** Initial scroll offset, in pixels. */
  initialOffset: number;
}

/** Computes the window of rows to render, for rows of equal height. Changes in steps of a few rows. */
export const useRowWindow = (options: RowWindowOptions): RowWindow => {
  const { scroller, count, rowHeight, headHeight, initialOffset } = options;
  const start = useRef(initialOffset);
  const [range, setRange] = useState(() => ({
    ...computeRange(initialOffset, ASSUMED_HEIGHT_PX, rowHeight),
    isMeasured: false,
  }));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = (): void => {
      const next = { ...computeRange(element.scrollTop, element.clientHeight, rowHeight), isMeasured: true };
      const isSame = (old: Range): boolean => RANGE_KEYS.every((key) => old[key] === next[key]);
      setRange((old) => (isSame(old) ? old : next));
    };
    // Synchronous: rows rendered a frame later would flash.
    const onScroll = (): void => flushSync(update);
    if (start.current > 0) element.scrollTop = start.current;
    // Once: a change of the row height must not scroll back.
    start.current = 0;
    element.addEventListener('scroll', onScroll, { passive: true });
    // The observer reports the initial height after layout; reading it here would force a second layout.
    const resize = new ResizeObserver(onScroll);
    resize.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resize.disconnect();
    };
  }, [scroller, rowHeight]);

  const scrollTo = useCallback(
    (index: number): void => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      const bottom = top + rowHeight - (element.clientHeight - headHeight);
      if (element.scrollTop > top) element.scrollTop = top;
      else if (element.scrollTop < bottom) element.scrollTop = bottom;
    },
    [scroller, rowHeight, headHeight],
  );
  return {
    first: Math.min(range.first, Math.max(0, count - 1)),
    end: Math.min(range.end, count),
    requestedEnd: range.end,
    isMeasured: range.isMeasured,
    isScrolled: range.isScrolled,
    scrollTo,
  };
};

interface MoreRows {
  rows: readonly unknown[];
  error: Error | null;
  isFetching: boolean;
  hasMore: boolean;
  fetchMore: () => void;
}

/**
 * Fetches rows that are about to be visible. An unscrolled list that fills its viewport prefetches only when idle.
 */
export const useMoreRows = (list: MoreRows, { requestedEnd, isScrolled, isMeasured }: RowWindow): void => {
  const loaded = list.rows.length;
  const isReady = list.hasMore && !list.isFetching && list.error === null;
  const { fetchMore } = list;
  const latest = useRef(fetchMore);
  useEffect(() => {
    latest.current = fetchMore;
  }, [fetchMore]);
  useEffect(() => {
    if (requestedEnd <= loaded - OVERSCAN_ROWS || !isReady) return undefined;
    if (isMeasured && (isScrolled || requestedEnd > loaded + OVERSCAN_ROWS)) return latest.current();
    return whenIdle(() => latest.current(), { after: IDLE_MS });
  }, [requestedEnd, isScrolled, isMeasured, loaded, isReady]);
};

type Range = Pick<RowWindow, (typeof RANGE_KEYS)[number]>;
const RANGE_KEYS = ['first', 'end', 'isScrolled', 'isMeasured'] as const;

/** Until the scroller is measured. */
const ASSUMED_HEIGHT_PX = 1200;

/** The window moves in steps, so that scrolling renders seldom. */
const STEP_ROWS = 4;

const computeRange = (offset: number, height: number, rowHeight: number): Omit<Range, 'isMeasured'> => {
  const top = Math.floor(offset / rowHeight / STEP_ROWS) * STEP_ROWS;
  const bottom = Math.ceil((offset + height) / rowHeight / STEP_ROWS) * STEP_ROWS;
  return { first: Math.max(0, top - OVERSCAN_ROWS), end: bottom + OVERSCAN_ROWS, isScrolled: top > 0 };
};
