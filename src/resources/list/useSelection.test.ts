import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSelection } from './useSelection.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id, version: 1, createdAt: '', updatedAt: '' }));

test('another page begins without a selection', () => {
  const { result, rerender } = renderHook(({ page, scope }) => useSelection(page, scope), {
    initialProps: { page: rows('a', 'b'), scope: '1' },
  });
  act(() => result.current.toggleAll());
  expect([...result.current.ids]).toEqual(['a', 'b']);
  rerender({ page: rows('c', 'd'), scope: '2' });
  expect(result.current.ids.size).toBe(0);
  act(() => result.current.toggle('c'));
  expect([...result.current.ids]).toEqual(['c']);
});

test('a row that others took away is not chosen any more', () => {
  const { result, rerender } = renderHook(({ page }) => useSelection(page, ''), {
    initialProps: { page: rows('a', 'b') },
  });
  act(() => result.current.toggle('a'));
  rerender({ page: rows('b') });
  expect(result.current.ids.size).toBe(0);
});
