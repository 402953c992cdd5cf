import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { CoreAdminContext, useGetOne, useInfiniteGetList, type GetListParams } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccessProvider } from '../../authProvider/AccessContext.ts';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { removeRecords } from './recordCache.ts';
import { restoreDeleted } from '../actions/restoreDeleted.ts';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { startLiveUpdates } from './liveUpdates.ts';
import { isLocalChange, rememberLocalChange } from './localChanges.ts';
import { RecordChangeNotice } from './RecordChangeNotice.tsx';
import { RecordViewers } from './RecordViewers.tsx';

interface Stored {
  id: string;
  name: string;
  createdAt: string;
}
const rowOf = (at: number): Stored => ({
  id: `v${at}`,
  name: `name ${at}`,
  createdAt: new Date(at * 1000).toISOString(),
});

/** Renders a list over an array in place of the services. */
function open() {
  let stored = Array.from({ length: 30 }, (_, at) => rowOf(30 - at));
  const getList = vi.fn(async (_: string, { filter, pagination }: GetListParams) => {
    const { page, perPage } = pagination ?? { page: 1, perPage: 10 };
    const { id, kind: __ } = (filter ?? {}) as { id?: string[]; kind?: string };
    const found = stored.filter((row) => !id || id.includes(row.id));
    return {
      data: found.slice((page - 1) * perPage, page * perPage),
      pageInfo: { hasNextPage: found.length > page * perPage, hasPreviousPage: page > 1 },
    };
  });
  const getOne = vi.fn(async (_: string, { id }: { id: string }) => ({
    data: stored.find((row) => row.id === id),
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const dataProvider = { getList, getOne, setLoadedPages: async () => undefined } as never;
  const List = () => {
    const { data, fetchNextPage } = useInfiniteGetList('variable', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { kind: 'x' },
    });
    const mutate = useRecordMutation('variable');
    const remove = () => mutate(async () => undefined, { deletedIds: ['v25'], toDeletedIds: () => ['v25'] });
    const { data: one } = useGetOne('variable', { id: 'v29' });
    return (
      <>
        <button onClick={() => void fetchNextPage()}>More</button>
        <button onClick={() => void remove()}>Delete</button>
        <ul>
          {data?.pages
            .flatMap((page) => page.data)
            .map((row) => (
              <li key={row.id}>{String(row['name'])}</li>
            ))}
        </ul>
        <p>Open: {String(one?.['name'])}</p>
      </>
    );
  };
  render(
    <CoreAdminContext dataProvider={dataProvider} queryClient={client}>
      <QueryClientProvider client={client}>
        <List />
      </QueryClientProvider>
    </CoreAdminContext>,
  );
  const stop = startLiveUpdates(client, dataProvider);
  return {
    getList,
    getOne,
    stop,
    change: (edit: (rows: Stored[]) => Stored[]) => {
      stored = edit(stored);
    },
  };
}
const names = (): (string | null)[] => screen.getAllByRole('listitem').map((item) => item.textContent);
const publishChange = (
  id: string,
  version: number | null,
  by: object | null = { id: 'p', name: 'Pim' },
): void => dispatchMessage({ event: 'record.changed', json: { entity: 'variable', id, version, by } });
const settle = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(3_000);
  });

let stop: (() => void) | undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

async function openScrolled() {
  const list = open();
  ({ stop } = list);
  await settle();
  act(() => screen.getByRole('button', { name: 'More' }).click());
  await settle();
  expect(names()).toHaveLength(20);
  list.getList.mockClear();
  list.getOne.mockClear();
  return list;
}

test('a burst of changes is one request for the changed rows of a scrolled list', async () => {
  const { change, getList, getOne } = await openScrolled();
  change((rows) => [
    rowOf(31),
    ...rows
      .filter(({ id }) => id !== 'v28')
      .map((row) => (row.id === 'v25' ? { ...row, name: 'changed' } : row)),
  ]);
  publishChange('v31', 1);
  publishChange('v28', null);
  publishChange('v25', 2);
  await settle();
  expect(names().slice(0, 6)).toEqual(['name 31', 'name 30', 'name 29', 'name 27', 'name 26', 'changed']);
  expect(names()).toHaveLength(20);
  expect(getList).toHaveBeenCalledTimes(1);
  expect(getList).toHaveBeenCalledWith(
    'variable',
    expect.objectContaining({ filter: { kind: 'x', id: ['v31', 'v28', 'v25'] } }),
  );
  expect(getOne).not.toHaveBeenCalled();
});

test('a failed refresh is retried', async () => {
  const { change, getList } = await openScrolled();
  change((rows) => rows.map((row) => (row.id === 'v25' ? { ...row, name: 'changed' } : row)));
  getList.mockRejectedValueOnce(Object.assign(new Error('busy'), { status: 503 }));
  publishChange('v25', 2);
  await settle();
  expect(names()).not.toContain('changed');
  await settle();
  expect(names()).toContain('changed');
  expect(getList).toHaveBeenCalledTimes(2);
});

test('a forbidden refresh is not retried', async () => {
  const { getList } = await openScrolled();
  getList.mockRejectedValueOnce(Object.assign(new Error('forbidden'), { status: 403 }));
  publishChange('v25', 2);
  await settle();
  await settle();
  await settle();
  expect(getList).toHaveBeenCalledTimes(1);
});

test('a response that was pending when a change was published does not undo it', async () => {
  const { change, getList } = await openScrolled();
  let answer: (() => void) | undefined;
  const slow = getList.getMockImplementation();
  // The third page is requested, and read before the change.
  getList.mockImplementationOnce(async (name, params) => {
    const read = await slow?.(name, params);
    await new Promise<void>((done) => (answer = done));
    return read as never;
  });
  act(() => screen.getByRole('button', { name: 'More' }).click());
  await settle();
  change((rows) => rows.map((row) => (row.id === 'v5' ? { ...row, name: 'changed' } : row)));
  publishChange('v5', 2);
  await settle();
  answer?.();
  await settle();
  expect(names()).toHaveLength(30);
  expect(names()).toContain('changed');
});

test('a page that is requested during a refresh does not undo it', async () => {
  const { change, getList } = await openScrolled();
  const answers: (() => void)[] = [];
  const read = getList.getMockImplementation();
  const slow = async (...[name, params]: Parameters<typeof getList>) => {
    const page = await read?.(name, params);
    await new Promise<void>((done) => answers.push(done));
    return page as never;
  };
  change((rows) => rows.map((row) => (row.id === 'v25' ? { ...row, name: 'changed' } : row)));
  getList.mockImplementationOnce(slow).mockImplementationOnce(slow);
  publishChange('v25', 2);
  await settle();
  act(() => screen.getByRole('button', { name: 'More' }).click());
  await settle();
  const [look, page] = answers;
  look?.();
  await settle();
  expect(names()).toContain('changed');
  page?.();
  await settle();
  expect(names()).toHaveLength(30);
  expect(names()).toContain('changed');
});

test('a pending page does not restore a row that was deleted meanwhile', async () => {
  const { change, getList } = await openScrolled();
  let answer: (() => void) | undefined;
  const read = getList.getMockImplementation();
  getList.mockImplementationOnce(async (name, params) => {
    const page = await read?.(name, params);
    await new Promise<void>((done) => (answer = done));
    return page as never;
  });
  act(() => screen.getByRole('button', { name: 'More' }).click());
  await settle();
  change((rows) => rows.filter(({ id }) => id !== 'v25'));
  act(() => screen.getByRole('button', { name: 'Delete' }).click());
  await settle();
  expect(names()).not.toContain('name 25');
  answer?.();
  await settle();
  expect(names()).toContain('name 1');
  expect(names()).not.toContain('name 25');
});

test('an open record is refetched when it changed', async () => {
  const { change, getOne } = await openScrolled();
  change((rows) => rows.map((row) => (row.id === 'v29' ? { ...row, name: 'changed' } : row)));
  publishChange('v29', 2);
  await settle();
  expect(screen.getByText('Open: changed')).toBeVisible();
  expect(getOne).toHaveBeenCalledTimes(1);
});

test('local changes cause no request, also when they are published before their response', async () => {
  const { getList } = await openScrolled();
  publishChange('v20', 7);
  rememberLocalChange('variable', 'v20', 7);
  await settle();
  expect(getList).not.toHaveBeenCalled();
  publishChange('v20', 8);
  await settle();
  expect(getList).toHaveBeenCalledTimes(1);
});

test('a change of a restored record is no longer local', async () => {
  const { getList } = await openScrolled();
  const client = new QueryClient();
  removeRecords(client, 'variable', ['v21']);
  publishChange('v21', null);
  await settle();
  expect(getList).not.toHaveBeenCalled();
  const model = { name: 'variable', title: 'Variable', plural: 'Variables' } as never;
  const provider = { restoreMany: async () => ({ restored: ['v21'], failed: {} }) };
  const mutate = async (send: (to: unknown) => Promise<unknown>) => ({ answer: await send(provider) });
  await restoreDeleted(model, ['v21'], mutate as never, () => undefined);
  publishChange('v21', null);
  await settle();
  expect(getList).toHaveBeenCalledTimes(1);
});

test('a later version of a record that this window deleted is not local', () => {
  removeRecords(new QueryClient(), 'variable', ['v19']);
  expect(isLocalChange('variable', 'v19', 4)).toBe(false);
});

test.each(['entity.changed', 'connected', 'resync'])(
  'after %s the shown rows are refreshed, not every page',
  async (event) => {
    const { change, getList } = await openScrolled();
    change((rows) => [rowOf(31), ...rows.filter(({ id }) => id !== 'v12')]);
    dispatchMessage({ event, json: { entity: 'variable' } });
    await settle();
    expect(names()[0]).toBe('name 31');
    expect(names()).not.toContain('name 12');
    expect(getList).toHaveBeenCalledTimes(2);
  },
);

test('after a connection a list of one page is refetched once', async () => {
  const list = open();
  ({ stop } = list);
  await settle();
  list.getList.mockClear();
  list.change((rows) => [rowOf(31), ...rows.filter(({ id }) => id !== 'v28')]);
  dispatchMessage({ event: 'connected', json: {} });
  await settle();
  expect(names().slice(0, 4)).toEqual(['name 31', 'name 30', 'name 29', 'name 27']);
  expect(list.getList).toHaveBeenCalledTimes(1);
});

test('a record that others deleted is announced, one that this window deleted is not', () => {
  render(<RecordChangeNotice entity="variable" title="Variable" id="gone" />);
  rememberLocalChange('variable', 'gone', null);
  act(() => publishChange('gone', null));
  expect(screen.queryByRole('alert')).toBeNull();
  render(<RecordChangeNotice entity="variable" title="Variable" id="other" />);
  act(() => publishChange('other', null));
  expect(screen.getByRole('alert')).toHaveTextContent('Pim deleted this variable.');
  act(() => publishChange('other', null, null));
  expect(screen.getByRole('alert')).toHaveTextContent('This variable is no longer available.');
});

test('shows who else has the record open', async () => {
  const access = { user: { id: 'me', name: 'Me' } };
  const view = (
    <MemoryRouter>
      <AccessProvider value={access as never}>
        <RecordViewers entity="variable" id="v1" />
      </AccessProvider>
    </MemoryRouter>
  );
  render(view);
  const viewers = (...people: string[]): void =>
    act(() =>
      dispatchMessage({
        event: 'record.viewers',
        json: {
          entity: 'variable',
          id: 'v1',
          viewers: people.map((name) => ({ id: name === 'Me' ? 'me' : name, name })),
        },
      }),
    );
  viewers('Me');
  expect(screen.queryByRole('img')).toBeNull();
  viewers('Me', 'Anong Srisuk', 'Daniel Meyer');
  await act(() => import('./ViewerAvatars.tsx'));
  const others = screen.getByRole('img', { name: 'Also here: Anong Srisuk, Daniel Meyer' });
  expect(others).toHaveTextContent('AS');
  viewers('Me');
  expect(screen.queryByRole('img')).toBeNull();
});
