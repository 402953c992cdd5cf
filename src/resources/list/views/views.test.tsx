import { screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { ListView } from '../../../../schemas/model/responses.ts';
import type { ViewDraft } from '../../../dataProvider/viewVerbs.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { pretendLayout } from '../../testing/pretendLayout.ts';
import { EntityList } from '../EntityList.tsx';

pretendLayout();

const view = (id: string, name: string, more: Partial<ListView> = {}): ListView => ({
  ...{ id, name, query: 'scope=bot', shared: false, owner: 'Mali', version: 1, mayChange: true },
  ...more,
});
const ROW = {
  ...{ id: 'v0', version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ name: 'pai', value: 'x', scope: 'bot' },
};

/** A list whose views are kept in an array. */
function open(views: ListView[], at = '/variables') {
  const dataProvider = {
    getList: () => Promise.resolve({ data: [ROW], total: 1, pageInfo: { hasNextPage: false } }),
    total: () => Promise.resolve({ total: 1, more: false }),
    views: () => Promise.resolve({ views, preference: {} }),
    createView: vi.fn((_: string, draft: ViewDraft) => Promise.resolve(view('new', draft.name, draft))),
    updateView: vi.fn((_: string, old: ListView, part: Partial<ViewDraft>) =>
      Promise.resolve({ ...old, ...part }),
    ),
    deleteView: vi.fn(() => Promise.resolve()),
    savePreference: vi.fn(() => Promise.resolve()),
  };
  const list = (
    <ResourceContextProvider value="variable">
      <EntityList />
    </ResourceContextProvider>
  );
  return { ...renderInConsole(list, { path: '/variables', at, dataProvider }), dataProvider };
}
const tab = (name: string) => screen.findByRole('tab', { name });
const chosen = (name: string) => screen.findByRole('tab', { name, selected: true });
const search = (list: ReturnType<typeof open>) =>
  Object.fromEntries(new URLSearchParams(list.history.current().location.search));

/** A second click on the tab that is chosen. */
const menu = async (list: ReturnType<typeof open>, name: string) => {
  await list.user.click(await chosen(name));
  return within(await screen.findByRole('menu'));
};

it('is a tab beside all records, and applies its filters when it is chosen', async () => {
  const list = open([view('v1', 'Of the bot'), view('v2', 'Newest', { shared: true, mayChange: false })]);
  await chosen('All variables');
  await list.user.click(await tab('Of the bot'));
  await chosen('Of the bot');
  expect(search(list)).toMatchObject({ view: 'v1', scope: 'bot' });
  await list.user.click(await tab('All variables'));
  expect(search(list)).toEqual({});
});

it('is walked with the arrow keys, the Tab key leads to the one that is chosen', async () => {
  const list = open([view('v1', 'First'), view('v2', 'Second')], '/variables?view=v1');
  const first = await chosen('First');
  expect(first).toHaveAttribute('tabindex', '0');
  expect(await tab('Second')).toHaveAttribute('tabindex', '-1');
  first.focus();
  await list.user.keyboard('{ArrowRight}');
  expect(await tab('Second')).toHaveFocus();
  await list.user.keyboard('{ArrowRight}');
  expect(await tab('Deleted')).toHaveFocus();
  await list.user.keyboard('{ArrowRight}');
  expect(await tab('All variables')).toHaveFocus();
  await list.user.keyboard('{End}{ArrowLeft}{Enter}');
  await chosen('Second');
});

it('shows that the list differs from the saved view, and saves the changes under the same name', async () => {
  const list = open([view('v1', 'Of the bot')], '/variables?view=v1');
  await chosen('Of the bot');
  expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument();
  await list.user.type(screen.getByRole('searchbox'), 'pai{Enter}');
  await chosen('Of the bot (changed)');
  await list.user.click(await screen.findByRole('button', { name: 'Save view' }));
  await list.user.click(await screen.findByRole('menuitem', { name: 'Save changes to “Of the bot”' }));
  await waitFor(() => expect(list.dataProvider.updateView).toHaveBeenCalled());
  expect(list.dataProvider.updateView.mock.calls[0]?.[2].query).toContain('keyword=pai');
  await chosen('Of the bot');
});

it('is cleared to the saved view, or to all records', async () => {
  const list = open([view('v1', 'Of the bot')], '/variables?view=v1');
  await chosen('Of the bot');
  await list.user.click(screen.getByRole('button', { name: 'Remove filter Scope' }));
  await list.user.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(search(list)).toMatchObject({ view: 'v1', scope: 'bot' });
  await list.user.click(await tab('All variables'));
  await list.user.click(await screen.findByRole('button', { name: 'Value' }));
  expect(search(list)).toEqual({ sort: 'value' });
  await list.user.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(search(list)).toEqual({});
  expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
});

it('keeps the list under a new name, for all who see it', async () => {
  const list = open([], '/variables?scope=bot');
  await list.user.click(await screen.findByRole('button', { name: 'Save view' }));
  const dialog = within(await screen.findByRole('dialog'));
  await list.user.type(dialog.getByLabelText(/Name/), 'Mine');
  await list.user.click(dialog.getByRole('checkbox'));
  await list.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(list.dataProvider.createView).toHaveBeenCalledWith(
      'variable',
      expect.objectContaining({ name: 'Mine', shared: true, query: expect.stringContaining('scope=bot') }),
    ),
  );
  await chosen('Mine');
});

it('is renamed, and opens first for who wants that', async () => {
  const list = open([view('v1', 'Of the bot')], '/variables?view=v1');
  await list.user.click((await menu(list, 'Of the bot')).getByRole('menuitem', { name: 'Rename or share…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await list.user.clear(dialog.getByLabelText(/Name/));
  await list.user.type(dialog.getByLabelText(/Name/), 'Bot{Enter}');
  await chosen('Bot');
  await list.user.click(
    (await menu(list, 'Bot')).getByRole('menuitem', { name: 'Open this view by default' }),
  );
  expect(list.dataProvider.savePreference).toHaveBeenCalledWith(
    'variable',
    expect.objectContaining({ opening: expect.objectContaining({ id: 'v1' }) }),
  );
});

it('lets others’ views be neither changed nor deleted', async () => {
  const list = open([view('v1', 'Theirs', { shared: true, mayChange: false })], '/variables?view=v1');
  const items = await menu(list, 'Theirs');
  expect(items.getByRole('menuitem', { name: 'Open this view by default' })).toBeVisible();
  for (const name of [/^Save changes/, /^Rename/, /^Delete/])
    expect(items.queryByRole('menuitem', { name })).not.toBeInTheDocument();
});

it('is deleted after a question, and the list stays as it is', async () => {
  const list = open([view('v1', 'Of the bot')], '/variables?view=v1');
  await list.user.click((await menu(list, 'Of the bot')).getByRole('menuitem', { name: 'Delete' }));
  const ask = await screen.findByRole('dialog', { name: 'Delete the view “Of the bot”?' });
  await list.user.click(within(ask).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(list.dataProvider.deleteView).toHaveBeenCalled());
  await chosen('All variables');
  expect(search(list)).toMatchObject({ scope: 'bot' });
});
