import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { IDLE_MS } from '../ui/loadable.tsx';
import { whenIdle } from '../ui/whenIdle.ts';

/** Rows drawn above and below what is seen. */
const OVERSCAN_ROWS = 10;

export interface RowWindow {
  /** Index of the first row to draw. */
  first: number;
  /** Index after the last row to draw. */
  end: number;
  /** The same, of rows that are not loaded too. */
  wanted: number;
  /** The height of the scroller is known. */
  isMeasured: boolean;
  /** It is no longer, or not only, the beginning that is seen. */
  isScrolled: boolean;
  /** Brings a row into sight, with as little scrolling as possible. */
  scrollTo: (index: number) => void;
}

interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of every row, in pixels. */
  rowHeight: number;
  /** What stays at the top of the scroller and covers rows, in pixels. */
  headHeight: number;
  /** Where scrolling begins, in pixels. */
  initialOffset: number;
}

/** Which of many rows of one height are near what is seen. Changes only when others come near. */
export const useRowWindow = (options: RowWindowOptions): RowWindow => {
  const { scroller, count, rowHeight, headHeight, initialOffset } = options;
  const start = useRef(initialOffset);
  const [range, setRange] = useState(() => ({
    ...rangeAt(initialOffset, ASSUMED_HEIGHT_PX, rowHeight),
    isMeasured: false,
  }));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = (): void => {
      const next = { ...rangeAt(element.scrollTop, element.clientHeight, rowHeight), isMeasured: true };
      const isSame = (old: Range): boolean => RANGE_KEYS.every((key) => old[key] === next[key]);
      setRange((old) => (isSame(old) ? old : next));
    };
    // In the frame that scrolls: rows drawn a frame later would flash.
    const onScroll = (): void => flushSync(update);
    if (start.current > 0) element.scrollTop = start.current;
    // Once: rows of another height are not another visit.
    start.current = 0;
    element.addEventListener('scroll', onScroll, { passive: true });
    // It begins by telling the height, once the browser has laid the page out anyway: to ask here would have it do so twice.
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
    wanted: range.end,
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
 * Fetches rows that are about to be seen. A list that nobody has scrolled and that fills what is seen of it waits with
 * that until its screen stands.
 */
export const useMoreRows = (list: MoreRows, { wanted, isScrolled, isMeasured }: RowWindow): void => {
  const loaded = list.rows.length;
  const isReady = list.hasMore && !list.isFetching && list.error === null;
  const { fetchMore } = list;
  const latest = useRef(fetchMore);
  useEffect(() => {
    latest.current = fetchMore;
  }, [fetchMore]);
  useEffect(() => {
    if (wanted <= loaded - OVERSCAN_ROWS || !isReady) return undefined;
    if (isMeasured && (isScrolled || wanted > loaded + OVERSCAN_ROWS)) return latest.current();
    return whenIdle(() => latest.current(), { after: IDLE_MS });
  }, [wanted, isScrolled, isMeasured, loaded, isReady]);
};

type Range = Pick<RowWindow, (typeof RANGE_KEYS)[number]>;
const RANGE_KEYS = ['first', 'end', 'isScrolled', 'isMeasured'] as const;

/** Of a tall screen, until the scroller's own is known; pixels. */
const ASSUMED_HEIGHT_PX = 1200;

/** In steps of a few rows, so that scrolling draws anew only now and then. */
const STEP_ROWS = 4;

const rangeAt = (offset: number, height: number, rowHeight: number): Omit<Range, 'isMeasured'> => {
  const top = Math.floor(offset / rowHeight / STEP_ROWS) * STEP_ROWS;
  const bottom = Math.ceil((offset + height) / rowHeight / STEP_ROWS) * STEP_ROWS;
  return { first: Math.max(0, top - OVERSCAN_ROWS), end: bottom + OVERSCAN_ROWS, isScrolled: top > 0 };
};
