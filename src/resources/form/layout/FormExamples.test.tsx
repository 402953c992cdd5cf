import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderRecordForm } from '../testing/renderForm.tsx';

it('a new record says what it is for and offers examples, until something is in it', async () => {
  const { user } = await renderRecordForm('entity', { mode: 'create' });
  expect(screen.getByText(/^Details the bot recognises in a message/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Sizes/ }));
  const names = await screen.findAllByRole('textbox', { name: 'Value' });
  expect(names.map((input) => (input as HTMLInputElement).value)).toEqual(['S', 'M', 'L']);
  // They stay, so that nothing moves.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sizes' })).toBeDisabled());
});

it('a stored record has neither', async () => {
  const record = { id: 'e1', version: 1, name: 'size', format: 'list', options: [{ name: 'S' }] };
  await renderRecordForm('entity', { mode: 'edit', record });
  expect(await screen.findByRole('heading', { name: 'Options' })).toBeVisible();
  expect(screen.queryByText(/^Details the bot recognises in a message/)).toBeNull();
  expect(screen.queryByText('Start from')).toBeNull();
});
