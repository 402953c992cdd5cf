import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_MS } from '../../ui/loadable.tsx';
import { useMoreRows } from '../useRowWindow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('more rows come when the screen has stood for a while, however often it is drawn meanwhile', () => {
  const fetchMore = vi.fn();
  const window = {
    requestedEnd: 20,
    isScrolled: false,
    isMeasured: true,
    first: 0,
    end: 20,
    scrollTo: vi.fn(),
  };
  // Each drawing has a list object of its own.
  const hook = renderHook(() =>
    useMoreRows(
      { rows: Array(20), error: null, isFetching: false, hasMore: true, fetchMore: () => fetchMore() },
      window,
    ),
  );
  for (let drawn = 0; drawn < 4; drawn += 1) {
    vi.advanceTimersByTime(IDLE_MS / 2);
    hook.rerender();
  }
  vi.advanceTimersByTime(1);
  expect(fetchMore).toHaveBeenCalledTimes(1);
});
