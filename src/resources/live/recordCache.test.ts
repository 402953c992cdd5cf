import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { FULL_RECORD_META } from '../wholeRecord.ts';
import { removeRecords, replaceRecord, suspendUsageQueries, usageKey } from './recordCache.ts';

const record = (id: string, more: object = {}) => ({
  id,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
});
const ONE = ['variable', 'getOne', { id: 'a', meta: FULL_RECORD_META }];
const LIST = ['variable', 'getInfiniteList', {}];
const COUNTS = ['variable', 'counts', 'scope', {}];

const filled = (): QueryClient => {
  const client = new QueryClient();
  const a = record('a', { name: 'x', note: 'will be cleared' });
  client.setQueryData(ONE, a);
  client.setQueryData(LIST, { pages: [{ data: [a, record('b')] }], pageParams: [1] });
  client.setQueryData(COUNTS, { all: 2 });
  return client;
};
const rowsOf = (client: QueryClient) =>
  client.getQueryData<{ pages: { data: { id: string }[] }[] }>(LIST)?.pages.flatMap((page) => page.data);

test('a saved record replaces the cached one: a cleared field is gone', () => {
  const client = filled();
  const saved = { ...record('a', { name: 'y' }), version: 2 };
  replaceRecord(client, 'variable', saved);
  expect(client.getQueryData(ONE)).toEqual(saved);
  expect(rowsOf(client)?.[0]).toEqual(saved);
});

test('lists and counts are invalidated, the saved record is not', () => {
  const client = filled();
  replaceRecord(client, 'variable', { ...record('a'), version: 2 });
  const isStale = (key: unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect([isStale(LIST), isStale(COUNTS), isStale(ONE)]).toEqual([true, true, false]);
});

test('rows of deleted records are removed at once', () => {
  const client = filled();
  removeRecords(client, 'variable', ['a']);
  expect(rowsOf(client)?.map(({ id }) => id)).toEqual(['b']);
  expect(client.getQueryData(ONE)).toBeUndefined();
});

test('uses of a record are not requested while it is being deleted, and again when it was not deleted', async () => {
  const client = new QueryClient();
  const requests: string[] = [];
  const fetchUsage = (id: string) =>
    client
      .fetchQuery({
        queryKey: usageKey('variable', id),
        queryFn: ({ signal }) =>
          new Promise((resolve) => {
            requests.push(id);
            if (id === 'known') resolve({ usedBy: [{ id: 'x' }], hidden: 0 });
            signal.addEventListener('abort', () => requests.push(`no longer ${id}`));
          }),
        staleTime: 60_000,
      })
      .catch(() => undefined);
  await fetchUsage('known');
  void fetchUsage('waiting');
  const resume = await suspendUsageQueries(client, 'variable', ['known', 'waiting', 'never']);
  await Promise.all(['known', 'waiting', 'never'].map(fetchUsage));
  expect(requests).toEqual(['known', 'waiting', 'no longer waiting']);
  expect(client.getQueryData(usageKey('variable', 'known'))).toMatchObject({ usedBy: [{ id: 'x' }] });
  resume();
  await fetchUsage('known');
  expect(requests.at(-1)).toBe('known');
});
