import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pretendLayout } from './testing/pretendLayout.ts';
import { useRowWindow } from './useRowWindow.ts';

pretendLayout();

it('begins where it was left, once: rows of another height leave it where it was scrolled to', () => {
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
