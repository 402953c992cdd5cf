import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { RecordHeader } from './RecordHeader.tsx';

const { sites } = vi.hoisted(() => ({ sites: { livechatUrl: null as string | null } }));
vi.mock('../../dataProvider/config.ts', () => ({ config: () => sites }));
beforeEach(() => {
  sites.livechatUrl = 'https://livechat.example';
});

const person = {
  ...{ id: 'p1', version: 1, displayName: 'Will Novak', channel: 'c1', externalId: 'U1' },
  ...{ createdAt: '2026-09-28T12:00:00.000Z', updatedAt: '2026-09-28T12:00:00.000Z' },
};
const open = (products: Record<string, string[]>, lastSeen = '2026-09-28T12:00:00.000Z') =>
  renderInConsole(<RecordHeader model={entityByName('profile')} record={{ ...person, lastSeen }} />, {
    dataProvider: { getMany: async () => ({ data: [{ id: 'c1', name: 'Siam', type: 'LINE' }] }) },
    access: {
      products,
      actions: ['profile:read', 'profile:update'],
      user: { id: 'u1', username: 'owner', name: 'Owner', email: '', roles: [] },
    },
  });

it('leads on to the site where people go on with the record; editing stands quietly beside it', () => {
  open({ chatbot: ['audience'], livechat: ['entry'] });
  const site = screen.getByRole('link', { name: 'Open in Live Chat' });
  expect(site).toHaveAttribute('href', 'https://livechat.example');
  expect(site).toHaveAttribute('target', '_blank');
  expect(site).toHaveClass('MuiButton-contained');
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveClass('MuiButton-outlined');
});

it('offers it neither where it has no address nor to whom it is closed', () => {
  const { unmount } = open({ chatbot: ['audience'] });
  expect(screen.queryByRole('link', { name: 'Open in Live Chat' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveClass('MuiButton-contained');
  unmount();
  sites.livechatUrl = null;
  open({ chatbot: ['audience'], livechat: ['entry'] });
  expect(screen.queryByRole('link', { name: 'Open in Live Chat' })).not.toBeInTheDocument();
});

it('says of what a time below the title is', () => {
  open({ chatbot: ['audience'] }, new Date(Date.now() - 120_000).toISOString());
  expect(screen.getByText(/Last seen/)).toHaveTextContent('Last seen 2 min ago');
});
