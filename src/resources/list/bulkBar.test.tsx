import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { ResourceContextProvider, type GetListResult } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { BulkEdit } from '../../dataProvider/entityVerbs.ts';
import { Notifications } from '../../ui/Notifications.tsx';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { pretendLayout } from '../testing/pretendLayout.ts';
import { EntityList } from './EntityList.tsx';
import { findRowByName, createRows } from './testing/variableList.tsx';

pretendLayout();

it('what is being edited stays when others take the chosen row away, and says that it could not be changed', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const editMany = vi.fn(async (_: string, { records }: BulkEdit) => ({
    ...{ changed: [], unchanged: [] },
    failed: Object.fromEntries(records.map(({ id }) => [id, { code: 'NOT_FOUND', message: 'It is gone' }])),
  }));
  const { user } = renderInConsole(
    <ResourceContextProvider value="variable">
      <EntityList />
      <Notifications />
    </ResourceContextProvider>,
    {
      queryClient,
      dataProvider: {
        getList: async () => ({
          data: createRows(2),
          pageInfo: { hasNextPage: false, hasPreviousPage: false },
        }),
        views: async () => ({ views: [], preference: {} }),
        savePreference: async () => undefined,
        editMany,
      },
    },
  );
  await findRowByName('variable_0');
  await user.click(screen.getByRole('checkbox', { name: 'Select variable_0' }));
  await user.click(await screen.findByRole('button', { name: 'Edit fields' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Value' }));
  await user.type(await screen.findByRole('textbox', { name: /^Value/ }), 'typed');
  act(() => {
    queryClient.setQueriesData<InfiniteData<GetListResult>>(
      { queryKey: ['variable', 'getInfiniteList'] },
      (old) => old && { ...old, pages: old.pages.map((page) => ({ ...page, data: page.data.slice(1) })) },
    );
  });
  await waitFor(() => expect(screen.queryByText('variable_0')).toBeNull());
  expect(screen.getByRole('textbox', { name: /^Value/ })).toHaveValue('typed');
  await user.click(screen.getByRole('button', { name: 'Save 1 variable' }));
  expect(await screen.findByRole('dialog', { name: '1 variable could not be changed' })).toHaveTextContent(
    'It is gone',
  );
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: /selected rows/ })).toBeNull());
});
