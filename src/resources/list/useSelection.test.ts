import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
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

test('all rows are chosen where as many others were that are gone', () => {
  const { result, rerender } = renderHook(({ page }) => useSelection(page, ''), {
    initialProps: { page: rows('a', 'b', 'c') },
  });
  act(() => result.current.toggle('a'));
  act(() => result.current.toggle('b'));
  rerender({ page: rows('c') });
  act(() => result.current.toggleAll());
  expect([...result.current.ids]).toEqual(['c']);
  act(() => result.current.toggleAll());
  expect(result.current.ids.size).toBe(0);
});

describe('every record of the list', () => {
  const open = () => {
    let answer: (all: { id: string }[]) => void = () => undefined;
    let asked: AbortSignal | undefined;
    const hook = renderHook(({ page, scope }) => useSelection(page, scope), {
      initialProps: { page: rows('a', 'b'), scope: 'all' },
    });
    act(
      () =>
        void hook.result.current.selectAllMatching((signal) => {
          asked = signal;
          return new Promise((resolve) => (answer = resolve));
        }),
    );
    return {
      ...hook,
      answer: (...ids: string[]) => act(async () => answer(ids.map((id) => ({ id })))),
      isGivenUp: () => asked?.aborted,
      chosen: () => [...hook.result.current.ids, ...hook.result.current.unloaded.map(({ id }) => id)],
    };
  };

  test('is chosen as it is answered', async () => {
    const { answer, chosen } = open();
    await answer('a', 'b', 'c');
    expect(chosen()).toEqual(['a', 'b', 'c']);
  });

  test('is not chosen in a list that was gone to before the answer', async () => {
    const { rerender, answer, isGivenUp, chosen } = open();
    rerender({ page: rows('a'), scope: 'tab' });
    expect(isGivenUp()).toBe(true);
    await answer('a', 'b', 'c');
    expect(chosen()).toEqual([]);
  });

  test('gives way to what was chosen before the answer', async () => {
    const { result, answer, chosen } = open();
    act(() => result.current.toggle('b'));
    await answer('a', 'b', 'c');
    expect(chosen()).toEqual(['b']);
  });

  test('is without a loaded row that left the list, before the answer or after it', async () => {
    const { rerender, answer, chosen } = open();
    rerender({ page: rows('b'), scope: 'all' });
    await answer('a', 'b', 'c', 'd');
    expect(chosen()).toEqual(['b', 'c', 'd']);
    rerender({ page: rows('b', 'c'), scope: 'all' });
    expect(chosen()).toEqual(['b', 'c', 'd']);
    rerender({ page: rows('b'), scope: 'all' });
    expect(chosen()).toEqual(['b', 'd']);
  });
});
