import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const named = (id: string, name: string) => ({
  ...{ id, name, version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
});
const flow = { ...named('f1', 'fitting'), actions: [{ name: 'book' }, { name: 'waiting_list' }] };
const dataProvider = {
  getOne: (resource: string) =>
    Promise.resolve({ data: resource === 'flow' ? flow : named('i1', 'book_fitting') }),
  getMany: (resource: string, { ids }: { ids: string[] }) =>
    Promise.resolve({ data: ids.map((id) => (resource === 'flow' ? flow : named(id, 'book_fitting'))) }),
  getList: () => Promise.resolve({ data: [flow], total: 1 }),
};
const mapper = (startAction?: string) => ({
  ...named('m1', 'book_fitting'),
  ...{ intent: 'i1', action: { type: 'flow', flow: 'f1', ...(startAction && { startAction }) } },
});

it('offers the actions of the flow that is chosen beside it', async () => {
  const { user, saved } = await renderRecordForm('mapper', { record: mapper() }, dataProvider);
  const box = await screen.findByRole('combobox', { name: /Start action/ });
  expect(box).toHaveTextContent('The first one');
  await user.click(box);
  await waitFor(() =>
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'The first one',
      'book',
      'waiting_list',
    ]),
  );
  await user.click(screen.getByRole('option', { name: 'waiting_list' }));
  expect(box).toHaveTextContent('waiting_list');
  expect(saved).toEqual([]);
});

it('keeps an action that is gone, and says so', async () => {
  await renderRecordForm('mapper', { record: mapper('closed') }, dataProvider);
  const box = await screen.findByRole('combobox', { name: /Start action/ });
  await waitFor(() => expect(box).toHaveTextContent('closed (not there any more)'));
});
