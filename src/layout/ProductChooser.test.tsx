import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../dataProvider/config.ts';
import { renderInConsole } from '../resources/form/testing/renderForm.tsx';
import { ProductChooser } from './ProductChooser.tsx';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadConfig();
  vi.unstubAllGlobals();
});

const changed = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const RECORDS: Record<string, { id: string; updatedAt: string; name: string }[]> = {
  template: [{ id: 't1', name: 'welcome', updatedAt: changed(30) }],
  intent: [
    { id: 'i1', name: 'delivery', updatedAt: changed(5) },
    { id: 'i2', name: 'refund', updatedAt: changed(50) },
  ],
};

const stored = async (name: string) => ({ data: RECORDS[name] ?? [], total: 0 });

const choose = (rights: string[], getList: (name: string) => Promise<object> = stored) =>
  renderInConsole(<ProductChooser />, {
    path: '/products',
    dataProvider: { getList },
    access: {
      products: { chatbot: ['entry'], cim: ['entry'] },
      actions: rights.map((name) => `${name}:read`),
      user: { id: 'u1', username: 'owner', name: 'Owner', email: '', roles: [] },
    },
  });

it('shows the most recently changed records of each product, the latest first, with links', async () => {
  choose(['template', 'intent', 'mapper', 'member', 'channel']);
  const latest = await screen.findByRole('list', { name: 'Latest in Chatbot' });
  const rows = within(latest).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'deliveryIntentEdited 5 min ago',
    'welcomeTemplateEdited 30 min ago',
    'refundIntentEdited 50 min ago',
  ]);
  expect(within(latest).getByRole('link', { name: 'welcome' })).toHaveAttribute(
    'href',
    '/chatbot/template/editor/t1',
  );
  expect(screen.getByText('Nothing here yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: /^Team management/ })).toHaveAttribute('href', '/members');
});

it('shows only what the person may see', async () => {
  choose(['template', 'mapper', 'member']);
  const latest = await screen.findByRole('list', { name: 'Latest in Chatbot' });
  expect(within(latest).getAllByRole('listitem')).toHaveLength(1);
  expect(latest).toHaveTextContent('welcome');
});

it('does not claim that there is nothing where a service fails', async () => {
  choose(['template', 'member'], (name) =>
    name === 'member' ? Promise.reject(new Error('down')) : stored(name),
  );
  expect(await screen.findByText('This could not be loaded.')).toBeVisible();
  expect(await screen.findByText('welcome')).toBeVisible();
});
