import { act, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, isSignedIn, startSession } from '../authProvider/session.ts';
import { renewSession, signOut } from '../authProvider/userPool.ts';
import { createTestRouter } from '../routing/testRouter.tsx';
import { SessionWarning } from './SessionWarning.tsx';

vi.mock('../authProvider/userPool.ts', () => ({ renewSession: vi.fn(), signOut: vi.fn() }));

const tokens = { token: 'aaa.bbb.ccc', refreshToken: 'refresh', username: 'owner' };
const dialog = { name: 'Your session is about to end' };
const press = (name: string): void => screen.getByRole('button', { name }).click();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  startSession(tokens);
  render(
    createTestRouter(
      '/',
      <CoreAdminContext>
        <SessionWarning />
      </CoreAdminContext>,
    ).element,
  );
});
afterEach(() => {
  endSession();
  vi.useRealTimers();
});

const warned = async (): Promise<void> => {
  vi.setSystemTime(Date.now() + 55 * 60_000 - 5000);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(await screen.findByRole('alertdialog', dialog)).toHaveTextContent('less than 5 minutes');
};

test('counts down the last minutes and closes when the person stays', async () => {
  vi.mocked(renewSession).mockImplementation(() => Promise.resolve(startSession(tokens)));
  await warned();
  vi.setSystemTime(Date.now() + 60_000);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('less than 4 minutes');
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/3:5\d/);
  act(() => press('Stay signed in'));
  await act(() => vi.advanceTimersByTimeAsync(1500));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(isSignedIn()).toBe(true);
});

test('shows that extending the session failed, and lets the person sign out', async () => {
  vi.mocked(renewSession).mockRejectedValue(new Error('offline'));
  vi.mocked(signOut).mockResolvedValue();
  await warned();
  act(() => press('Stay signed in'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Oops! something went wrong');
  act(() => press('Logout'));
  expect(signOut).toHaveBeenCalledOnce();
});
