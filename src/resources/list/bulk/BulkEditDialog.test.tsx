import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, HttpError, testDataProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { AccessProvider } from '../../../authProvider/AccessContext.ts';
import type { BulkEdit } from '../../../dataProvider/entityVerbs.ts';
import { createTestRouter } from '../../../routing/testRouter.tsx';
import '../../fields/registry.ts';
import { entityByName } from '../../product.ts';
import { BulkEditDialog } from './BulkEditDialog.tsx';

const access = {
  products: {},
  actions: ['profile:update'],
  user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
};
const record = (id: string, displayName: string) => ({
  ...{ id, displayName, version: 3, createdAt: '', updatedAt: '', channel: 'c', externalId: id },
});

const open = (editMany: (resource: string, edit: BulkEdit) => Promise<unknown>, begin?: string[]) => {
  const onClose = vi.fn();
  const unloaded = Array.from({ length: 150 }, (_, index) => ({ id: `b${index}`, version: 1 }));
  const { element } = createTestRouter(
    '/audience',
    <CoreAdminContext
      dataProvider={{ ...testDataProvider(), editMany } as never}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AccessProvider value={access}>
        <BulkEditDialog
          model={entityByName('profile')}
          records={[record('a', 'Malee'), record('b', 'Krit')]}
          unloaded={unloaded}
          initialFields={begin}
          onClose={onClose}
        />
      </AccessProvider>
    </CoreAdminContext>,
  );
  render(element);
  return { onClose, user: userEvent.setup() };
};

test('changes the chosen field of all that are selected, and names those that refused', async () => {
  const edits: BulkEdit[] = [];
  const { onClose, user } = open(async (_, edit) => {
    edits.push(edit);
    const failed = edits.length === 1 ? { b: { code: 'STALE', message: 'It was changed meanwhile' } } : {};
    return {
      changed: edit.records.map(({ id }) => id).filter((id) => !(id in failed)),
      unchanged: [],
      failed,
    };
  });
  expect(screen.getByRole('dialog', { name: 'Edit 152 people' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save 152 people' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  // What belongs to one person alone, or may not be changed, is not offered.
  expect(screen.queryByRole('checkbox', { name: 'External ID' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Display name' }));
  await user.type(await screen.findByRole('textbox', { name: /Display name/ }), 'Guest');
  await user.click(screen.getByRole('button', { name: 'Save 152 people' }));
  expect(await screen.findByText('1 person could not be changed')).toBeVisible();
  expect(screen.getByText(/It was changed meanwhile/)).toBeVisible();
  expect(screen.getByText(/Krit/)).toBeVisible();
  expect(edits.map((edit) => edit.records.length)).toEqual([100, 52]);
  expect(edits[0]).toMatchObject({ set: { displayName: 'Guest' }, add: {}, remove: {} });
  expect(edits[0]?.records[0]).toEqual({ id: 'a', version: 3 });
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(onClose).toHaveBeenCalledWith(true);
});

test('requires a value before anything is sent, and keeps the input when fields are added', async () => {
  const editMany = vi.fn(async () => ({ changed: [], unchanged: [], failed: {} }));
  const { user } = open(editMany);
  await user.click(screen.getByRole('checkbox', { name: 'Display name' }));
  await user.click(await screen.findByRole('button', { name: 'Save 152 people' }));
  expect(await screen.findAllByText('Display name is required')).not.toHaveLength(0);
  expect(editMany).not.toHaveBeenCalled();
  await user.type(screen.getByRole('textbox', { name: /Display name/ }), 'Guest');
  await user.click(screen.getByRole('checkbox', { name: 'Language' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Display name/ })).toHaveValue('Guest'));
});

test.each([
  [0, /There was no answer, so some may be changed/],
  [502, /There was no answer, so some may be changed/],
  [422, /Nothing was changed/],
])('where nothing came back (%i) it does not say that nothing was changed', async (status, said) => {
  const { onClose, user } = open(() => Promise.reject(new HttpError('Failed', status)), ['customTags']);
  await user.type(await screen.findByRole('combobox', { name: 'Custom tags' }), 'vip{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save 152 people' }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('tags are added to those that the records have', async () => {
  const edits: BulkEdit[] = [];
  const { onClose, user } = open(
    async (_, edit) => {
      edits.push(edit);
      return { changed: edit.records.map(({ id }) => id), unchanged: [], failed: {} };
    },
    ['customTags'],
  );
  await user.type(await screen.findByRole('combobox', { name: 'Custom tags' }), 'vip{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save 152 people' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(edits[0]).toMatchObject({ set: {}, add: { customTags: ['vip'] }, remove: {} });
});
