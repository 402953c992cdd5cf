import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../authProvider/userPool.ts';
import { LEAVE_QUESTION, LeaveGuard } from '../resources/form/save/LeaveGuard.tsx';
import { renderInConsole } from '../resources/form/testing/renderForm.tsx';
import { useSignOut } from './useSignOut.ts';

vi.mock('../authProvider/userPool.ts', () => ({ signOut: vi.fn(() => Promise.resolve()) }));
beforeEach(() => vi.mocked(signOut).mockClear());

const Logout = () => {
  const leave = useSignOut();
  return (
    <button type="button" onClick={leave}>
      Logout
    </button>
  );
};

async function press(answer: 'Stay' | 'Leave') {
  const { user } = renderInConsole(
    <>
      <Logout />
      <LeaveGuard isDirty={() => true} />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  const question = await screen.findByRole('alertdialog', { name: LEAVE_QUESTION });
  expect(signOut).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

test('a person who stays because of unsaved input is still signed in', async () => {
  await press('Stay');
  expect(signOut).not.toHaveBeenCalled();
});

test('a person who discards it is signed out', async () => {
  await press('Leave');
  expect(signOut).toHaveBeenCalledOnce();
});
