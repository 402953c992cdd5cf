import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pretendLayout } from './testing/pretendLayout.ts';
import { useRowWindow } from './useRowWindow.ts';

pretendLayout();

it('applies the initial offset once: another row height keeps the scroll position', () => {
  const element = document.createElement('div');
  const scroller = { current: element };
  const { rerender } = renderHook(
    ({ rowHeight }) => useRowWindow({ scroller, count: 100, rowHeight, headHeight: 40, initialOffset: 800 }),
    { initialProps: { rowHeight: 40 } },
  );
  expect(element.scrollTop).toBe(800);
  element.scrollTop = 0;
  rerender({ rowHeight: 32 });
  expect(element.scrollTop).toBe(0);
});
