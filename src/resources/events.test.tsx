import { QueryClient } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Access } from '../authProvider/access.ts';
import { AccessProvider } from '../authProvider/AccessContext.ts';
import { createTestRouter } from '../routing/testRouter.tsx';
import { entityRoutes } from '../console/EntityResource.tsx';
import { product } from './product.ts';
import { pretendLayout } from './testing/pretendLayout.ts';

vi.mock('virtual:product', async () => {
  const { visitProduct } = await import('../../tests/contract/support/visitProduct.ts');
  return { product: visitProduct() };
});

const visit = {
  ...{ id: 'v1', version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:01.000Z' },
  ...{ at: '2026-01-01T00:00:00.000Z', code: 'first-visit', source: 'web', channel: 'line' },
};

function open(path: string): void {
  const dataProvider = {
    getList: async () => ({ data: [visit], pageInfo: { hasNextPage: false, hasPreviousPage: false } }),
    getOne: async () => ({ data: visit }),
    getMany: async () => ({ data: [] }),
  };
  const user = { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] };
  const access: Access = { products: {}, actions: ['visit:read', 'visit:export'], user };
  const model = product.entities.find(({ name }) => name === 'visit');
  if (!model) throw new Error('no visits');
  const screens = (
    <CoreAdminContext
      dataProvider={dataProvider as never}
      store={memoryStore()}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AccessProvider value={access}>
        <Routes>{entityRoutes(model)}</Routes>
      </AccessProvider>
    </CoreAdminContext>
  );
  render(createTestRouter(path, screens).element);
}

configure({ asyncUtilTimeout: 20_000 });
pretendLayout();

const FORBIDDEN = [/create/i, /^edit/i, /^delete/i, /duplicate/i, /history/i];

function expectNoWriteActions(): void {
  for (const name of FORBIDDEN)
    for (const role of ['button', 'link', 'menuitem'])
      expect(screen.queryByRole(role, { name })).not.toBeInTheDocument();
}

test('events are listed, without actions to create, change or delete them', async () => {
  open('/chatbot/visits');
  const menu = await screen.findByRole('button', { name: 'Actions for first-visit' });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expectNoWriteActions();
  await userEvent.click(menu);
  expect(await screen.findByRole('menuitem', { name: 'Show' })).toBeVisible();
  expectNoWriteActions();
});

test('an event has a read-only page', async () => {
  open('/chatbot/visits/v1');
  expect((await screen.findAllByText('line')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('first-visit').length).toBeGreaterThan(0);
  expectNoWriteActions();
});
