import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from './testing/renderForm.tsx';

it('a record that cannot be edited shows its values, and no input that promises more', async () => {
  await renderRecordForm('template', {
    mode: 'edit',
    readOnly: true,
    record: {
      ...{ id: 't1', version: 1, name: 'welcome', platform: ['LINE'], tags: ['brand'] },
      messages: [{ type: 'text', text: 'Hello there' }],
    },
  });
  expect(await screen.findByRole('group', { name: 'Name' })).toHaveTextContent(/^welcome$/);
  expect(screen.getByRole('group', { name: 'Text' })).toHaveTextContent('Hello there');
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
});

it('a field that alone is closed shows its value and what is said of it', async () => {
  const { user, saved } = await renderRecordForm('profile', {
    mode: 'edit',
    record: { id: 'p1', version: 1, displayName: 'Will', channel: 'c1', externalId: 'visitor-1' },
  });
  const closed = screen.getByRole('group', { name: 'External ID' });
  expect(closed).toHaveTextContent('visitor-1');
  expect(closed).toHaveAccessibleDescription("The person's id on the channel.");
  expect(within(screen.getByRole('group', { name: 'First seen' })).getByText('None')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Display name' }), 'y');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([expect.objectContaining({ displayName: 'Willy', externalId: 'visitor-1' })]);
});
