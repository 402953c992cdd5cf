import { QueryClient } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { CoreAdminContext, type GetListParams, testDataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { entityByName } from '../product.ts';
import { parseListState } from './listState.ts';
import { useListRows } from './useListRows.ts';

const model = entityByName('variable');
const state = parseListState(model, '?take=10&sort=name');
const FILTER = {};

test('coming back to a list that was scrolled through looks at its rows, not at page after page', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    id: `v${at}`,
    name: `n${String(at).padStart(2, '0')}`,
  }));
  const asked: GetListParams[] = [];
  const getList = (_: string, params: GetListParams) => {
    asked.push(params);
    const { page, perPage } = params.pagination ?? { page: 1, perPage: 10 };
    const { id } = (params.filter ?? {}) as { id?: string[] };
    const found = rows.filter((row) => !id || id.includes(row.id));
    const data = found.slice((page - 1) * perPage, page * perPage);
    return Promise.resolve({ data, pageInfo: { hasNextPage: found.length > page * perPage } });
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CoreAdminContext dataProvider={testDataProvider({ getList } as never)} queryClient={client}>
      {children}
    </CoreAdminContext>
  );
  const shown = () => renderHook(() => useListRows(model, state, FILTER), { wrapper });

  const first = shown();
  for (const count of [10, 20, 30]) {
    await waitFor(() => expect(first.result.current.rows).toHaveLength(count));
    if (count < 30) first.result.current.fetchMore();
  }
  first.unmount();
  asked.length = 0;
  // What was saved on a form meanwhile.
  rows[12] = { id: 'v12', name: 'n12 changed' };
  await client.invalidateQueries({ queryKey: ['variable'] });

  const again = shown();
  expect(again.result.current.rows).toHaveLength(30);
  await waitFor(() => expect(again.result.current.rows[12]?.['name']).toBe('n12 changed'));
  expect(asked.map(({ pagination }) => pagination?.page)).toEqual([1, 1]);
  expect(asked.some(({ filter }) => (filter as { id?: string[] }).id?.length === 30)).toBe(true);
});
