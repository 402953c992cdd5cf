import { screen, waitFor } from '@testing-library/react';
import { HttpError, testDataProvider } from 'react-admin';
import type { GetListParams } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useRecordMenu } from '../actions/useRecordMenu.tsx';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { Notifications } from '../../ui/Notifications.tsx';
import { saveList } from './exportJson.ts';

const menu = entityByName('rich-menu');
const systemFields = {
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const AREAS = [{ action: { type: 'message', label: 'Hi', text: 'Hi' } }];

let files: Blob[] = [];
beforeEach(() => {
  files = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
const saved = async () => JSON.parse((await files[0]?.text()) ?? 'null') as Record<string, object[]>;

/** Rich menus `m0`, `m1`…; rows of lists have no areas, as in the services. */
const menus = (count: number, gone: string[] = []) => {
  const rows = Array.from({ length: count }, (_, at) => ({
    ...systemFields,
    id: `m${at}`,
    name: `Menu ${at}`,
  }));
  return {
    getList: async (_: string, { pagination }: GetListParams) => {
      const { page, perPage } = pagination ?? { page: 1, perPage: 20 };
      return {
        data: rows.slice((page - 1) * perPage, page * perPage),
        pageInfo: { hasNextPage: count > page * perPage, hasPreviousPage: page > 1 },
      };
    },
    getOne: async (_: string, { id }: { id: string }) => {
      const row = rows.find((one) => one.id === id);
      if (!row || gone.includes(id)) throw new HttpError('Not found', 404);
      return { data: { ...row, areas: AREAS } };
    },
  };
};
const save = (provider: object) =>
  saveList(menu, testDataProvider(provider) as unknown as ConsoleDataProvider, {
    ...{ filter: {}, sort: { field: 'name', order: 'ASC' } },
    signal: new AbortController().signal,
  });

it('a list is saved with full records, without those deleted meanwhile', async () => {
  expect(await save(menus(3, ['m1']))).toEqual({ saved: 2, isTruncated: false });
  expect(await saved()).toEqual({
    'rich-menu': [
      { name: 'Menu 0', areas: AREAS },
      { name: 'Menu 2', areas: AREAS },
    ],
  });
});

it('reports a list beyond the limit of a file', async () => {
  expect(await save(menus(500))).toEqual({ saved: 500, isTruncated: false });
  expect(await save(menus(501))).toEqual({ saved: 500, isTruncated: true });
});

const Menu = () => {
  const { entries } = useRecordMenu(menu, { place: 'row' });
  const row = { ...systemFields, id: 'm0', name: 'Menu 0' };
  return (
    <>
      <button
        type="button"
        onClick={() =>
          entries(row)
            .find(({ id }) => id === 'json')
            ?.run?.()
        }
      >
        Export
      </button>
      <Notifications />
    </>
  );
};

it('a row is saved as the full record, or the error is shown', async () => {
  const { user, unmount } = renderInConsole(<Menu />, { dataProvider: menus(1) });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await saved()).toEqual({ 'rich-menu': [{ name: 'Menu 0', areas: AREAS }] });
  unmount();

  const away = renderInConsole(<Menu />, { dataProvider: menus(1, ['m0']) });
  await away.user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Not found')).toBeVisible();
});
