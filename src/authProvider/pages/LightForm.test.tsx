import { check, form } from 'virtual:form/login';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LightForm } from './LightForm.tsx';

test.each(['', '   '])('the username %j is missing, in the agreed words', async (username) => {
  const onSubmit = vi.fn(() => Promise.resolve());
  render(<LightForm form={form} validator={check} onSubmit={onSubmit} />);
  const user = userEvent.setup();
  if (username) await user.type(screen.getByLabelText('Username'), username);
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  expect(await screen.findByText('Please enter your username!')).toBeVisible();
  expect(screen.getByLabelText('Username')).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('each invalid field shows its error until it is edited', async () => {
  render(<LightForm form={form} validator={check} onSubmit={() => Promise.resolve()} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const username = screen.getByLabelText('Username');
  expect(await screen.findByText('Please enter your username!')).toBeVisible();
  expect(username).toHaveAccessibleDescription('Please enter your username!');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please enter your password!');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await user.type(username, 'm');
  expect(username).toBeValid();
  expect(username).not.toHaveAccessibleDescription();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please enter your password!');
});

test('a failure of submitting is shown above the form', async () => {
  const refused = Object.assign(new Error('Incorrect username or password.'), {
    code: 'NotAuthorizedException',
  });
  render(<LightForm form={form} validator={check} onSubmit={() => Promise.reject(refused)} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username'), 'malee');
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  expect(await screen.findByText('Incorrect username or password')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByLabelText('Username')).not.toHaveAccessibleDescription();
});
