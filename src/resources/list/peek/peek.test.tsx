import { screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { pretendLayout } from '../../testing/pretendLayout.ts';
import { EntityList } from '../EntityList.tsx';

pretendLayout();
afterEach(() => vi.restoreAllMocks());

const ROWS = ['first', 'second', 'third'].map((name) => ({
  ...{ id: name, version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ name, value: `value of ${name}`, scope: 'bot' },
}));

function open(at = '/variables') {
  const dataProvider = {
    getList: () => Promise.resolve({ data: ROWS, pageInfo: { hasNextPage: false } }),
    total: () => Promise.resolve({ total: 3, more: false }),
    views: () => Promise.resolve({ views: [], preference: {} }),
    getOne: (_: string, { id }: { id: string }) =>
      Promise.resolve({ data: ROWS.find((row) => row.id === id) }),
  };
  const list = (
    <ResourceContextProvider value="variable">
      <EntityList />
    </ResourceContextProvider>
  );
  const elsewhere = { '*': <p>Elsewhere</p> };
  return renderInConsole(list, { path: '/variables', at, dataProvider, routes: elsewhere });
}
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const drawer = (name: string) => screen.findByRole('complementary', { name: `Preview of ${name}` });
const noDrawer = () => waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());

it('shows a row beside the list with Space, the next one with the arrow keys, none after Esc', async () => {
  const { user, history } = open();
  (await row('first')).focus();
  await user.keyboard(' ');
  expect(await within(await drawer('first')).findByText('value of first')).toBeVisible();
  expect(history.current().location.search).toBe('?peek=first');
  expect(await row('first')).toHaveAttribute('aria-current', 'true');
  await user.keyboard('{ArrowDown}');
  expect(await within(await drawer('second')).findByText('value of second')).toBeVisible();
  expect(await row('second')).toHaveFocus();
  await user.keyboard('{Escape}');
  await noDrawer();
  expect(history.current().location.search).toBe('');
  expect(await row('second')).toHaveFocus();
});

it('opens the record with Enter', async () => {
  const { user, history } = open();
  (await row('second')).focus();
  await user.keyboard(' ');
  await drawer('second');
  await user.keyboard('{Enter}');
  expect(history.current().location.pathname).toContain('second');
});

it('is opened by a button of the row, walked through by its own, and gives the focus back to the row', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Preview of second' }));
  const first = within(await drawer('second'));
  await user.click(first.getByRole('button', { name: 'Next' }));
  const last = within(await drawer('third'));
  expect(last.getByRole('button', { name: 'Next' })).toBeDisabled();
  await user.click(last.getByRole('button', { name: 'Close the preview' }));
  await noDrawer();
  expect(await row('third')).toHaveFocus();
});

it('is a part of the address', async () => {
  open('/variables?peek=third');
  expect(await within(await drawer('third')).findByText('value of third')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open' })).toBeVisible();
});

it('on a phone keeps the focus, and gives it back to the row it was opened from', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: /max-width/.test(media) }) as never,
  );
  const { user } = open();
  const name = await screen.findByRole('link', { name: 'second' });
  await user.pointer({ keys: '[MouseRight]', target: name });
  await user.click(await screen.findByRole('menuitem', { name: 'Preview' }));
  const dialog = await screen.findByRole('dialog', { name: 'Preview of second' });
  await within(dialog).findByText('value of second');
  within(dialog).getByRole('link', { name: 'Open' }).focus();
  await user.tab();
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await user.click(within(dialog).getByRole('button', { name: 'Close the preview' }));
  expect(screen.getByRole('button', { name: /^Actions for second/ })).toHaveFocus();
});

it('clearing the selection leaves the focus in the list', async () => {
  const { user } = open();
  await user.click(within(await row('second')).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(screen.getAllByRole('row')).toContain(document.activeElement));
});
