import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ListView, ViewDraft } from '../../../dataProvider/viewVerbs.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { entityByName } from '../../product.ts';
import { useEntityList } from '../useEntityList.ts';
import { ViewButton } from './ViewButton.tsx';

const view = (id: string, name: string, more: Partial<ListView> = {}): ListView => ({
  ...{ id, name, query: 'scope=bot', shared: false, owner: 'Mali', version: 1, mayChange: true },
  ...more,
});

const List = () => {
  const entityList = useEntityList(entityByName('variable'));
  return (
    <>
      <ViewButton entityList={entityList} />
      <button type="button" onClick={() => entityList.change({ keyword: 'pai' })}>
        Search
      </button>
    </>
  );
};

/** A list whose views are kept in an array. */
function open(views: ListView[], at = '/variables') {
  const dataProvider = {
    getList: () => Promise.resolve({ data: [], total: 0, pageInfo: { hasNextPage: false } }),
    total: () => Promise.resolve({ total: 0, more: false }),
    views: () => Promise.resolve({ views, preference: {} }),
    createView: vi.fn((_: string, draft: ViewDraft) => Promise.resolve(view('new', draft.name, draft))),
    changeView: vi.fn((_: string, old: ListView, part: Partial<ViewDraft>) =>
      Promise.resolve({ ...old, ...part }),
    ),
    removeView: vi.fn(() => Promise.resolve()),
    prefer: vi.fn(() => Promise.resolve()),
  };
  return { ...renderInConsole(<List />, { path: '/variables', at, dataProvider }), dataProvider };
}
const menu = async ({ user }: ReturnType<typeof open>, button: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('menu', { name: 'Views' }));
};

it('offers the plain list and the views that are kept, and opens the one that is chosen', async () => {
  const list = open([view('v1', 'Of the bot'), view('v2', 'Newest', { shared: true, mayChange: false })]);
  const items = await menu(list, 'Views');
  expect(items.getByRole('menuitem', { name: 'All variables' })).toHaveClass('Mui-selected');
  expect(items.getByRole('menuitem', { name: /Newest/ })).toHaveTextContent('Shared by Mali');
  await list.user.click(items.getByRole('menuitem', { name: 'Of the bot' }));
  expect(await screen.findByRole('button', { name: 'Of the bot' })).toBeVisible();
  const { search } = list.history.current().location;
  expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({ view: 'v1', scope: 'bot' });
});

it('says when the list is no longer as it was kept, and keeps that under the same name', async () => {
  const list = open([view('v1', 'Of the bot')], '/variables?view=v1');
  await screen.findByRole('button', { name: 'Of the bot' });
  await list.user.click(screen.getByRole('button', { name: 'Search' }));
  const items = await menu(list, 'Of the bot (changed)');
  await list.user.click(items.getByRole('menuitem', { name: 'Save changes to “Of the bot”' }));
  await waitFor(() => expect(list.dataProvider.changeView).toHaveBeenCalled());
  expect(list.dataProvider.changeView.mock.calls[0]?.[2].query).toContain('keyword=pai');
  expect(await screen.findByRole('button', { name: 'Of the bot' })).toBeVisible();
});

it('keeps the list under a new name, for all who see it', async () => {
  const list = open([], '/variables?scope=bot');
  const items = await menu(list, 'Views');
  await list.user.click(items.getByRole('menuitem', { name: 'Save as a new view…' }));
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
  expect(await screen.findByRole('button', { name: 'Mine' })).toBeVisible();
});

it('lets others’ views be neither changed nor deleted', async () => {
  const list = open([view('v1', 'Theirs', { shared: true, mayChange: false })], '/variables?view=v1');
  const items = await menu(list, /^Theirs/);
  expect(items.getByRole('menuitem', { name: 'Open this view first' })).toBeVisible();
  for (const name of [/^Save changes/, /^Rename/, /^Delete/])
    expect(items.queryByRole('menuitem', { name })).not.toBeInTheDocument();
});

it('deletes a view, and the list stays as it is', async () => {
  const list = open([view('v1', 'Of the bot')], '/variables?view=v1');
  const items = await menu(list, /^Of the bot/);
  await list.user.click(items.getByRole('menuitem', { name: 'Delete “Of the bot”' }));
  await waitFor(() => expect(list.dataProvider.removeView).toHaveBeenCalled());
  expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible();
  expect(list.history.current().location.search).toContain('scope=bot');
});
