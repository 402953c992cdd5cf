import { expect, it, vi } from 'vitest';
import { ChangePublisher } from '../live/changes.ts';
import type { Database } from '../storage/database.ts';
import { cachedBriefly } from './briefCache.ts';

it('reads once for concurrent callers, again after a change of this process and after a second', async () => {
  vi.useFakeTimers();
  const db = { notify: async () => undefined } as unknown as Database;
  const changes = new ChangePublisher(db);
  const change = { id: 'x', version: 2, by: null };
  let reads = 0;
  const read = () => cachedBriefly({ db }, 'all', ['rule', 'flow'], async () => ++reads);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  changes.publish([{ ...change, entity: 'other' }]);
  expect(await read()).toBe(1);
  changes.publish([{ ...change, entity: 'flow' }]);
  expect(await read()).toBe(2);
  vi.advanceTimersByTime(1_001);
  expect(await read()).toBe(3);
  vi.useRealTimers();
});

it('caches neither a value that changed while it was read nor an error', async () => {
  const db = { notify: async () => undefined } as unknown as Database;
  const changes = new ChangePublisher(db);
  const slow = cachedBriefly({ db }, 'all', ['rule'], async () => {
    changes.publish([{ entity: 'rule', id: 'x', version: 2, by: null }]);
    return 'old';
  });
  expect(await slow).toBe('old');
  expect(await cachedBriefly({ db }, 'all', ['rule'], async () => 'new')).toBe('new');
  await expect(cachedBriefly({ db }, 'bad', [], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cachedBriefly({ db }, 'bad', [], async () => 'well')).toBe('well');
});
