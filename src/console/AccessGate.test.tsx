import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type GetListParams, useInfiniteGetList } from 'react-admin';
import { expect, test, vi } from 'vitest';
import type { Access, AccessLoader } from '../authProvider/access.ts';
import { AccessGate } from './AccessGate.tsx';

const access = (more: Partial<Access> = {}): Access => ({
  products: { chatbot: ['bot.variable'] },
  actions: ['variable:read'],
  user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
  ...more,
});

/** A list with two loaded pages, and a count that belongs to no entity. */
const open = async () => {
  const listeners: ((given: Access) => void)[] = [];
  const load = Object.assign(async () => access(), {
    known: () => access(),
    refresh: async () => undefined,
    subscribe: (listener: (given: Access) => void) => {
      listeners.push(listener);
      return () => true;
    },
  }) as AccessLoader;
  const getList = vi.fn(async (_: string, { pagination, meta }: GetListParams) => ({
    data: [{ id: `row ${pagination?.page}${meta ? ' looked at' : ''}` }],
    pageInfo: { hasNextPage: pagination?.page === 1, hasPreviousPage: pagination?.page !== 1 },
  }));
  const count = vi.fn(async () => 1);
  const List = () => {
    const { data, fetchNextPage } = useInfiniteGetList('variable', { sort: { field: 'id', order: 'ASC' } });
    useQuery({ queryKey: ['count'], queryFn: count });
    return (
      <>
        <button onClick={() => void fetchNextPage()}>More</button>
        {data?.pages
          .flatMap((page) => page.data)
          .map(({ id }) => (
            <p key={id}>{id}</p>
          ))}
      </>
    );
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  render(
    <CoreAdminContext
      dataProvider={{ getList, setLoadedPages: async () => undefined } as never}
      queryClient={client}
    >
      <AccessGate load={load}>
        <List />
      </AccessGate>
    </CoreAdminContext>,
  );
  await screen.findByText('row 1');
  act(() => screen.getByRole('button', { name: 'More' }).click());
  await screen.findByText('row 2');
  getList.mockClear();
  count.mockClear();
  return {
    getList,
    count,
    give: (given: Access): void => act(() => listeners.forEach((listener) => listener(given))),
  };
};

test('unchanged rights cause no requests for records, whatever else of the person changed', async () => {
  const { getList, count, give } = await open();
  give(access({ user: { ...access().user, name: 'Other' } }));
  await waitFor(() => expect(count).toHaveBeenCalledTimes(1));
  expect(getList).not.toHaveBeenCalled();
});

test('with changed rights a scrolled list is compared, not fetched page by page', async () => {
  const { getList, give } = await open();
  give(access({ actions: ['variable:read', 'variable:update'] }));
  await waitFor(() => expect(getList).toHaveBeenCalled());
  await screen.findByText('row 1 looked at');
  expect(getList.mock.calls.filter(([, { meta }]) => !meta)).toEqual([]);
});
