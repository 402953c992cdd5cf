import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError, ResourceContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { AccessProvider, useAccess } from '../../../authProvider/AccessContext.ts';
import type { BulkEdit } from '../../../dataProvider/entityVerbs.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { pretendLayout } from '../../testing/pretendLayout.ts';
import { EntityList } from '../EntityList.tsx';

pretendLayout();

const rule = (name: string, order: number) => ({
  ...{ id: name, version: 3, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ name, order, active: order !== 2, when: { event: 'message', match: 'contains', keywords: ['price'] } },
  ...JSON.parse('{"then":{"type":"handoff"}}'),
});

const Person = ({ rights, children }: { rights: string[]; children: React.ReactNode }) => (
  <AccessProvider value={{ ...useAccess(), actions: rights.map((right) => `chat-logic:${right}`) }}>
    {children}
  </AccessProvider>
);

const PATH = '/chatbot/chatlogic';

/** Three rules; moves are done by the pretended services, or refused with `refusal`. */
function open({ query = '', mayChange = true, refusal = '' } = {}) {
  const rows = ['First', 'Second', 'Third'].map((name, at) => rule(name, at + 1));
  const dataProvider = {
    getList: () =>
      Promise.resolve({ data: rows.map((row) => ({ ...row })), pageInfo: { hasNextPage: false } }),
    total: () => Promise.resolve({ total: 3, more: false }),
    views: () => Promise.resolve({ views: [], preference: {} }),
    getOne: (_: string, { id }: { id: string }) =>
      Promise.resolve({ data: { ...rows.find((row) => row.id === id) } }),
    editMany: vi.fn((_: string, { records, set }: BulkEdit) => {
      Object.assign(rows.find((row) => row.id === records[0]?.id) ?? {}, set);
      return Promise.resolve({ changed: [records[0]?.id], unchanged: [], failed: {} });
    }),
    action: vi.fn((_: string, id: string, __: string, { after }: { after: string | null }) => {
      if (refusal) return Promise.reject(new HttpError(refusal, 422, { message: refusal }));
      const [moved] = rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      );
      if (moved) rows.splice(rows.findIndex((row) => row.id === after) + 1, 0, moved);
      rows.forEach((row, at) => Object.assign(row, { order: at + 1 }));
      return Promise.resolve({ place: 1 });
    }),
  };
  const list = (
    <ResourceContextProvider value="chat-logic">
      <EntityList />
    </ResourceContextProvider>
  );
  const rights = mayChange ? ['read', 'create', 'update', 'write', 'delete'] : ['read'];
  const element = <Person rights={rights}>{list}</Person>;
  return { ...renderInConsole(element, { path: PATH, at: PATH + query, dataProvider }), dataProvider };
}
const grip = (name: string) => screen.findByRole('button', { name: `Move ${name}` });
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent?.trim());
const expectText = async (text: RegExp) => waitFor(() => expect(screen.getByText(text)).toBeInTheDocument());

it('a row is lifted, moved and dropped by keys, each step is announced, and the order is stored', async () => {
  const { user, dataProvider } = open();
  (await grip('First')).focus();
  await user.keyboard(' ');
  await expectText(/^First is lifted, number 1 of 3\. Up and down/);
  await user.keyboard('{ArrowDown}');
  await expectText(/^Number 2 of 3/);
  expect(await grip('First')).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(shown()).toEqual(['Second', 'Third', 'First']);
  await user.keyboard('{Escape}');
  await expectText(/^First is back at number 1 of 3/);
  expect(shown()).toEqual(['First', 'Second', 'Third']);
  expect(dataProvider.action).not.toHaveBeenCalled();

  await user.keyboard(' {ArrowDown} ');
  await expectText(/^First is now number 2 of 3/);
  await waitFor(() => expect(shown()).toEqual(['Second', 'First', 'Third']));
  expect(dataProvider.action).toHaveBeenCalledWith('chat-logic', 'First', 'move', { after: 'Second' });
  expect(screen.getByRole('row', { name: /1.*Second/ })).toBeInTheDocument();
  expect(await grip('First')).toHaveFocus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(shown()).toEqual(['First', 'Second', 'Third']));
  expect(dataProvider.action).toHaveBeenLastCalledWith('chat-logic', 'First', 'move', { after: null });
});

it('quick moves are stored one after the other, and the rows stay where the last one put them', async () => {
  const { user, dataProvider } = open();
  const answers: (() => void)[] = [];
  const move = dataProvider.action.getMockImplementation();
  dataProvider.action.mockImplementation(async (...asked) => {
    await new Promise<void>((done) => answers.push(done));
    return move?.(...asked) as never;
  });
  (await grip('First')).focus();
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  expect(shown()).toEqual(['Second', 'Third', 'First']);
  expect(dataProvider.action).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await waitFor(() => expect(dataProvider.action).toHaveBeenCalledTimes(2));
  expect(dataProvider.action).toHaveBeenLastCalledWith('chat-logic', 'First', 'move', { after: 'Third' });
  expect(shown()).toEqual(['Second', 'Third', 'First']);
  answers[1]?.();
  await waitFor(() => expect(screen.getAllByRole('row').at(-1)).toHaveTextContent(/^3First/));
  expect(shown()).toEqual(['Second', 'Third', 'First']);
});

it('a row follows the pointer that holds its grip', async () => {
  const { dataProvider } = open();
  const from = await grip('Third');
  const [, , target] = screen.getAllByRole('row');
  document.elementFromPoint = () => target ?? null;
  fireEvent.pointerDown(from, { pointerId: 1, button: 0 });
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 80 });
  await waitFor(() => expect(shown()).toEqual(['First', 'Third', 'Second']));
  fireEvent.pointerUp(window, { pointerId: 1 });
  await waitFor(() =>
    expect(dataProvider.action).toHaveBeenCalledWith('chat-logic', 'Third', 'move', { after: 'First' }),
  );
});

it('a rejected order is reported, and the rows move back', async () => {
  const { user } = open({ refusal: 'This rule is not there any more' });
  (await grip('First')).focus();
  await user.keyboard(' {End} ');
  await expectText(/This rule is not there any more/);
  await waitFor(() => expect(shown()).toEqual(['First', 'Second', 'Third']));
});

it.each([
  ['?keyword=ir', /clear the search and filters/],
  ['?sort=name', /clear the sort order/],
])('a list that is shown otherwise (%s) says why its rows cannot be moved', async (query, why) => {
  const { user, dataProvider } = open({ query });
  const closed = await grip('First');
  expect(closed).toHaveAttribute('aria-disabled', 'true');
  closed.focus();
  await user.keyboard(' ');
  expect((await screen.findAllByText(why)).length).toBeGreaterThan(0);
  expect(dataProvider.action).not.toHaveBeenCalled();
});

it('whoever may not change rules has neither grips nor switches', async () => {
  open({ mayChange: false });
  await screen.findByRole('link', { name: 'First' });
  expect(screen.queryByRole('button', { name: 'Move First' })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});

it('a switch in a row toggles its value; a rule is shown as a sentence', async () => {
  const { user, dataProvider } = open();
  const off = await screen.findByRole('switch', { name: 'Active: Second' });
  expect(off).not.toBeChecked();
  await user.click(off);
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active: Second' })).toBeChecked());
  expect(dataProvider.editMany).toHaveBeenCalledWith('chat-logic', {
    records: [{ id: 'Second', version: 3 }],
    set: { active: true },
  });
  const row = screen.getByRole('row', { name: /First/ });
  expect(row).toHaveTextContent('Someone writes something that contains “price”');
  expect(row).toHaveTextContent('Hand off to Live Chat');
});

it('pressing a switch again before the response sends no second request', async () => {
  const { user, dataProvider } = open();
  let answer: (() => void) | undefined;
  const edit = dataProvider.editMany.getMockImplementation();
  dataProvider.editMany.mockImplementationOnce(async (...asked) => {
    await new Promise<void>((done) => (answer = done));
    return edit?.(...asked) as never;
  });
  const off = await screen.findByRole('switch', { name: 'Active: Second' });
  await user.dblClick(off);
  answer?.();
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active: Second' })).toBeChecked());
  expect(dataProvider.editMany).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('switch', { name: 'Active: Second' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active: Second' })).not.toBeChecked());
});
