import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn above and below what is seen. */
export const OVERSCAN = 10;

export interface RowWindow {
  /** Index of the first row to draw. */
  first: number;
  /** Index after the last row to draw. */
  end: number;
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
  const [range, setRange] = useState(() => rangeAt(initialOffset, ANY_HEIGHT, rowHeight));

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = (): void => {
      const next = rangeAt(element.scrollTop, element.clientHeight, rowHeight);
      setRange((old) => (old.first === next.first && old.end === next.end ? old : next));
    };
    // In the frame that scrolls: rows drawn a frame later would flash.
    const onScroll = (): void => flushSync(update);
    if (start.current > 0) element.scrollTop = start.current;
    update();
    element.addEventListener('scroll', onScroll, { passive: true });
    const resize = new ResizeObserver(update);
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
  return { first: Math.min(range.first, Math.max(0, count - 1)), end: Math.min(range.end, count), scrollTo };
};

/** Of a tall screen, until the scroller's own is known; pixels. */
const ANY_HEIGHT = 1200;

/** In steps of a few rows, so that scrolling draws anew only now and then. */
const STEP = 4;

const rangeAt = (offset: number, height: number, rowHeight: number): { first: number; end: number } => {
  const top = Math.floor(offset / rowHeight / STEP) * STEP;
  const bottom = Math.ceil((offset + height) / rowHeight / STEP) * STEP;
  return { first: Math.max(0, top - OVERSCAN), end: bottom + OVERSCAN };
};
