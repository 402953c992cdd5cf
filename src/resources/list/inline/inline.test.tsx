import { screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { BulkEdit } from '../../../dataProvider/entityVerbs.ts';
import { AccessProvider, useAccess } from '../../../authProvider/AccessContext.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { pretendLayout } from '../../testing/pretendLayout.ts';
import { EntityList } from '../EntityList.tsx';

pretendLayout();

const variable = (name: string, more: object = {}) => ({
  ...{ id: name, version: 3, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ name, value: `value of ${name}`, scope: 'bot' },
  ...more,
});

const ReadOnly = ({ children }: { children: React.ReactNode }) => (
  <AccessProvider value={{ ...useAccess(), actions: ['variable:read'] }}>{children}</AccessProvider>
);

/** A list of three variables; `refuse` says why a change is not stored. */
function open({ mayChange = true, refuse = () => undefined }: Options = {}) {
  const rows = [variable('first'), variable('second'), variable('set-outside', { scope: 'environment' })];
  const dataProvider = {
    getList: () =>
      Promise.resolve({ data: rows.map((row) => ({ ...row })), pageInfo: { hasNextPage: false } }),
    total: () => Promise.resolve({ total: 3, more: false }),
    views: () => Promise.resolve({ views: [], preference: {} }),
    getOne: (_: string, { id }: { id: string }) =>
      Promise.resolve({ data: { ...rows.find((row) => row.id === id) } }),
    editMany: vi.fn((_: string, { records, set }: BulkEdit) => {
      const id = records[0]?.id ?? '';
      const why = refuse(rows);
      if (why) return Promise.resolve({ changed: [], unchanged: [], failed: { [id]: why } });
      const row = rows.find((one) => one.id === id);
      Object.assign(row ?? {}, set, { version: (row?.version ?? 0) + 1 });
      return Promise.resolve({ changed: [id], unchanged: [], failed: {} });
    }),
  };
  const list = (
    <ResourceContextProvider value="variable">
      <EntityList />
    </ResourceContextProvider>
  );
  const element = mayChange ? list : <ReadOnly>{list}</ReadOnly>;
  return { ...renderInConsole(element, { path: '/variables', dataProvider }), dataProvider };
}
interface Options {
  mayChange?: boolean;
  refuse?: (
    rows: ReturnType<typeof variable>[],
  ) => { code: string; message: string; fields?: Record<string, string> } | undefined;
}
const pen = (name: string) => screen.findByRole('button', { name: `Edit Value of ${name}` });
const editor = async () => within(await screen.findByRole('dialog', { name: /^Value of/ }));

it('is opened with its pencil, and stores the value with the version that was seen', async () => {
  const { user, dataProvider } = open();
  await user.click(await pen('second'));
  const box = (await editor()).getByRole('textbox', { name: 'Value' });
  await waitFor(() => expect(box).toHaveFocus());
  await user.clear(box);
  await user.type(box, 'other');
  await user.click((await editor()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dataProvider.editMany).toHaveBeenCalledWith('variable', {
    records: [{ id: 'second', version: 3 }],
    set: { value: 'other' },
  });
  expect(await screen.findByRole('row', { name: /second.*other/ })).toBeInTheDocument();
});

it('is opened with a double click, left with Esc as it was, and the focus is back at the cell', async () => {
  const { user, history, dataProvider } = open();
  await user.dblClick(await screen.findByText('value of first'));
  await user.type((await editor()).getByRole('textbox', { name: 'Value' }), ' and more{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await pen('first')).toHaveFocus();
  expect(screen.getByText('value of first')).toBeInTheDocument();
  expect(dataProvider.editMany).not.toHaveBeenCalled();
  expect(history.current().location.pathname).toBe('/variables');
});

it('shows errors below the input, before and after the services validated it', async () => {
  const fields = { '/value': 'Not this one' };
  const { user, dataProvider } = open({ refuse: () => ({ code: 'INVALID', message: 'x', fields }) });
  await user.click(await pen('first'));
  const box = (await editor()).getByRole('textbox', { name: 'Value' });
  await user.clear(box);
  await user.click((await editor()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box).toHaveAccessibleDescription('Value is required'));
  expect(dataProvider.editMany).not.toHaveBeenCalled();
  await user.type(box, 'that');
  await user.click((await editor()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box).toHaveAccessibleDescription('Not this one'));
  expect(box).toHaveValue('that');
});

it('reports a change of another person meanwhile, and overwrites it only when it is confirmed', async () => {
  let isFirst = true;
  const { user, dataProvider } = open({
    refuse: (rows) => {
      if (!isFirst) return undefined;
      isFirst = false;
      Object.assign(rows[0] ?? {}, { value: 'theirs', version: 9 });
      return { code: 'STALE', message: 'x' };
    },
  });
  await user.click(await pen('first'));
  const box = (await editor()).getByRole('textbox', { name: 'Value' });
  await user.clear(box);
  await user.type(box, 'mine');
  await user.click((await editor()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(box).toHaveAccessibleDescription(/it is “theirs” now/));
  expect(box).toHaveValue('mine');
  await user.click((await editor()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dataProvider.editMany).toHaveBeenLastCalledWith('variable', {
    records: [{ id: 'first', version: 9 }],
    set: { value: 'mine' },
  });
});

it('is offered neither where a field is locked nor to who may not change records', async () => {
  open();
  await pen('first');
  expect(screen.queryByRole('button', { name: 'Edit Value of set-outside' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit Name of first' })).toBeNull();
});

it('is not offered to who may only read', async () => {
  open({ mayChange: false });
  await screen.findByText('value of first');
  expect(screen.queryByRole('button', { name: /^Edit Value/ })).toBeNull();
});

it('keeps what is typed while it stores, and stores that with the next save', async () => {
  const { user, dataProvider } = open();
  const stores = dataProvider.editMany.getMockImplementation();
  let answer = (): void => undefined;
  dataProvider.editMany.mockImplementationOnce(async (...asked) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return stores?.(...asked) ?? { changed: [], unchanged: [], failed: {} };
  });
  await user.click(await pen('second'));
  const box = (await editor()).getByRole('textbox', { name: 'Value' });
  await user.clear(box);
  await user.type(box, 'one{Control>}s{/Control}');
  await waitFor(() => expect(dataProvider.editMany).toHaveBeenCalledOnce());
  await user.type(box, ' two');
  answer();
  await waitFor(async () => expect((await editor()).getByRole('button', { name: 'Save' })).toBeEnabled());
  expect((await editor()).getByRole('textbox', { name: 'Value' })).toHaveValue('one two');
  await user.type(box, '{Control>}s{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dataProvider.editMany.mock.calls.map(([, edit]) => edit)).toMatchObject([
    { records: [{ id: 'second', version: 3 }], set: { value: 'one' } },
    { records: [{ id: 'second', version: 4 }], set: { value: 'one two' } },
  ]);
});
