import { useCallback, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const positions = new Map<string, number>();

/**
 * Restores a list's scroll position by its query when the user returns; another search, filter or sort starts at the
 * top.
 */
export const useScrollRestoration = (key: string, scroller: RefObject<HTMLElement | null>) => {
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
