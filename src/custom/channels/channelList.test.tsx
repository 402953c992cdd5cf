import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderList } from '../../resources/form/testing/renderForm.tsx';
import './index.tsx';

const open = (values: object) => {
  const channel = {
    id: 'c1',
    version: 1,
    name: 'Shop',
    type: 'LINE',
    credentials: 'missing',
    active: true,
    ...values,
  };
  renderList('channel', '/channel-management', {
    dataProvider: { getList: () => Promise.resolve({ data: [channel], total: 1 }) },
  });
};

it('shows in the row of a channel without credentials what that means', async () => {
  open({});
  const state = await screen.findByText('Not connected, nothing is sent');
  expect(getComputedStyle(state).color).toBe('var(--warning)');
  expect(screen.getByText('Connect')).toBeVisible();
});

it('shows an inactive channel as off', async () => {
  open({ active: false });
  expect(await screen.findByText('Off')).toBeVisible();
  expect(screen.queryByText('Not connected, nothing is sent')).toBeNull();
  expect(screen.queryByText('Connect')).toBeNull();
});
