import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const positions = new Map<string, number>();

/**
 * Where a list was scrolled to, by what it shows: coming back from a record finds it as it was; another search,
 * filter or sort begins at the top.
 */
export const useScrollMemory = (key: string, scroller: RefObject<HTMLElement | null>) => {
  const initialOffset = positions.get(key) ?? 0;
  const shown = useRef(key);
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [key, scroller]);
  const onScroll = useCallback(() => {
    if (scroller.current) positions.set(shown.current, scroller.current.scrollTop);
  }, [scroller]);
  return { initialOffset, onScroll };
};
