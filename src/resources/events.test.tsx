import { QueryClient } from '@tanstack/react-query';
import { configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'ra-core';
import { Routes } from 'react-router';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Access } from '../authProvider/access.ts';
import { AccessProvider } from '../authProvider/AccessContext.ts';
import { inMemory } from '../routing/testing.tsx';
import { entityRoutes } from './EntityResource.tsx';
import { product } from './product.ts';

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
  render(inMemory(path, screens).element);
}

configure({ asyncUtilTimeout: 20_000 });
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1000 });
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

test('events are listed, and offered to nobody to make, change or delete', async () => {
  open('/chatbot/visits');
  expect(await screen.findByText('first-visit')).toBeVisible();
  for (const name of [/create/i, /^delete/i, /^edit/i])
    expect(screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /select/i })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /more|actions/i }));
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Show']);
});

test('an event is read on a page of its own', async () => {
  open('/chatbot/visits/v1');
  expect(await screen.findByRole('heading', { level: 1, name: /first-visit/ })).toBeVisible();
  expect(await screen.findByText('line')).toBeVisible();
  for (const name of [/edit/i, /delete/i, /history/i])
    expect(screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name })).toBeNull();
});
