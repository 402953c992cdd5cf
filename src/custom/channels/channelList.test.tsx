import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderList } from '../../resources/form/testing/renderForm.tsx';

it('says in the row of a channel without credentials what that means', async () => {
  const channel = { id: 'c1', version: 1, name: 'Shop', type: 'LINE', credentials: 'missing', active: true };
  renderList('channel', '/channel-management', {
    dataProvider: { getList: () => Promise.resolve({ data: [channel], total: 1 }) },
  });
  const state = await screen.findByText('Not connected, nothing is sent');
  expect(getComputedStyle(state).color).toBe('var(--warning)');
});
