import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../../form/testing/renderForm.tsx';

const stored = {
  ...{ id: 't1', version: 3, name: 'welcome', platform: 'multi', tags: ['hello'] },
  messages: [{ type: 'text', text: 'Welcome to the shop' }],
  errorMessage: 'Sorry',
};
const templates = {
  getList: () => Promise.resolve({ data: [stored], total: 1 }),
  getOne: () => Promise.resolve({ data: stored }),
};

it('offers each kind of message as a tile, which adds it', async () => {
  const { user } = await renderRecordForm('template', {}, templates);
  const tiles = within(await screen.findByRole('region', { name: 'First message' }));
  expect(tiles.getAllByRole('button')).toHaveLength(8);
  await user.click(tiles.getByRole('button', { name: 'Carousel Up to ten cards side by side.' }));
  expect(await screen.findByRole('button', { name: 'Add column' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'First message' })).toBeNull();
});

it('starts from another template: what it sends is copied, its name and tags are not', async () => {
  const { user, saved } = await renderRecordForm('template', {}, templates);
  await user.type(await screen.findByLabelText('Name'), 'second');
  const others = within(await screen.findByRole('region', { name: 'Start from a template' }));
  await user.click(others.getByRole('button', { name: 'welcome Text' }));
  expect(await screen.findByDisplayValue('Welcome to the shop')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved).toEqual([
      { name: 'second', platform: 'multi', messages: stored.messages, errorMessage: 'Sorry' },
    ]),
  );
});

it('offers no templates to start from where there are none', async () => {
  await renderRecordForm(
    'template',
    {},
    { ...templates, getList: () => Promise.resolve({ data: [], total: 0 }) },
  );
  expect(await screen.findByRole('region', { name: 'First message' })).toBeVisible();
  expect(screen.queryByRole('region', { name: /^Start from/ })).toBeNull();
});
