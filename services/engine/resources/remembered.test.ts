import { expect, it, vi } from 'vitest';
import { Changes } from '../live/changes.ts';
import type { Database } from '../storage/database.ts';
import { remembered } from './remembered.ts';

it('is read once for many, anew after a change here and after a moment', async () => {
  vi.useFakeTimers();
  const db = { notify: async () => undefined } as unknown as Database;
  const changes = new Changes(db);
  const change = { id: 'x', version: 2, by: null };
  let reads = 0;
  const read = () => remembered({ db }, 'all', ['rule', 'flow'], async () => ++reads);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  changes.tell([{ ...change, entity: 'other' }]);
  expect(await read()).toBe(1);
  changes.tell([{ ...change, entity: 'flow' }]);
  expect(await read()).toBe(2);
  vi.advanceTimersByTime(1_001);
  expect(await read()).toBe(3);
  vi.useRealTimers();
});

it('does not keep what was changed while it was read, nor a failure', async () => {
  const db = { notify: async () => undefined } as unknown as Database;
  const changes = new Changes(db);
  const slow = remembered({ db }, 'all', ['rule'], async () => {
    changes.tell([{ entity: 'rule', id: 'x', version: 2, by: null }]);
    return 'old';
  });
  expect(await slow).toBe('old');
  expect(await remembered({ db }, 'all', ['rule'], async () => 'new')).toBe('new');
  await expect(remembered({ db }, 'bad', [], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await remembered({ db }, 'bad', [], async () => 'well')).toBe('well');
});
