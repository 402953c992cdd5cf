import { screen, waitFor, within } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { EntityEdit } from '../../edit/EntityEdit.tsx';
import { renderInConsole } from '../testing/renderForm.tsx';

const stored = {
  id: 'm1',
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  username: 'mali',
  name: 'Mali',
  email: 'mali@demo.example',
  roles: ['chatbot.admin', 'cim.user'],
};
type Update = (resource: string, params: { data: object }) => Promise<{ data: object }>;

function openMember() {
  const update = vi.fn<Update>((_, { data }) => Promise.resolve({ data }));
  const element = (
    <ResourceContextProvider value="member">
      <EntityEdit />
    </ResourceContextProvider>
  );
  const page = renderInConsole(element, {
    path: '/members/:id/edit',
    at: '/members/m1/edit',
    routes: { '/members': <h1>The list</h1> },
    dataProvider: { getOne: () => Promise.resolve({ data: stored }), update },
  });
  return { update, ...page };
}

const question = { name: 'Save this change?' };

test('a field that wants confirmation is asked about when its value changed', async () => {
  const { user, update } = openMember();
  await screen.findByLabelText('Name');
  await user.click(await screen.findByRole('combobox', { name: /Campaign/ }));
  await user.click(await screen.findByRole('option', { name: 'Editor' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  const dialog = await screen.findByRole('dialog', question);
  expect(dialog).toHaveTextContent('Changing the role affects');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', question)).not.toBeInTheDocument());
  expect(update).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(within(await screen.findByRole('dialog', question)).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
  expect(update.mock.calls[0]?.[1].data).toMatchObject({
    roles: ['chatbot.admin', 'cim.user', 'campaign.editor'],
  });
});

test('other changes are saved without a question', async () => {
  const { user, update } = openMember();
  await user.type(await screen.findByLabelText('Name'), ' S.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
  expect(update).toHaveBeenCalledOnce();
});
