import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { HttpResponse } from '../dataProvider/httpClient.ts';
import { withOneTimeSecrets } from '../dataProvider/oneTimeSecrets.ts';
import { revealOnce } from '../ui/oneTimeSecretQueue.ts';
import { OneTimeSecretHost } from './OneTimeSecretHost.tsx';

const once = { title: 'Temporary password', value: 'Tangerine-7421' };
const answer = (json: unknown): HttpResponse => ({
  status: 201,
  headers: new Headers(),
  body: JSON.stringify(json),
  json,
});

test('a temporary password is shown once, can be copied, and leaves no trace', async () => {
  const user = userEvent.setup();
  render(<OneTimeSecretHost />);
  const http = withOneTimeSecrets(
    () => Promise.resolve(answer({ id: 'm1', name: 'Mali', once })),
    revealOnce,
  );
  const { json, body } = await act(() => http('/api/v1/members', { method: 'POST' }));
  expect(json).toEqual({ id: 'm1', name: 'Mali' });
  expect(body).not.toContain(once.value);

  expect(await screen.findByRole('dialog', { name: 'Temporary password' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Temporary password' })).toHaveValue('Tangerine-7421');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('Tangerine-7421');

  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('several are shown one after the other, with the address that they were sent to', async () => {
  const user = userEvent.setup();
  render(<OneTimeSecretHost />);
  act(() => {
    revealOnce({ ...once, sentTo: 'mali@demo.example' });
    revealOnce({ title: 'API key', value: 'k-2' });
  });
  expect(await screen.findByText(/also sent to mali@demo.example/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('textbox', { name: 'API key' })).toHaveValue('k-2');
  await user.click(screen.getByRole('button', { name: 'Done' }));
});

test('responses without a secret are passed unchanged', async () => {
  const onSecrets = vi.fn();
  const plain = answer({ id: 'm1', once: 'upon a time' });
  await expect(
    withOneTimeSecrets(() => Promise.resolve(plain), onSecrets)('/x', { method: 'POST' }),
  ).resolves.toBe(plain);
  const read = answer({ id: 'm1', once });
  await expect(withOneTimeSecrets(() => Promise.resolve(read), onSecrets)('/x')).resolves.toBe(read);
  expect(onSecrets).not.toHaveBeenCalled();
});
