import { check, form } from 'virtual:form/login';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LightForm } from './LightForm.tsx';

test.each(['', '   '])('a username of %j is none, in the agreed words', async (username) => {
  const onSubmit = vi.fn(() => Promise.resolve());
  render(<LightForm form={form} check={check} onSubmit={onSubmit} />);
  const user = userEvent.setup();
  if (username) await user.type(screen.getByLabelText('Username'), username);
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  expect(await screen.findByText('Please enter your username!')).toBeVisible();
  expect(screen.getByLabelText('Username')).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});
