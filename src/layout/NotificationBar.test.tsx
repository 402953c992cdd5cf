import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NotificationContextProvider, useNotify } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { NotificationBar } from './NotificationBar.tsx';

const run = vi.fn();

const Speaker = () => {
  const notify = useNotify();
  const action = { label: 'Undo', run, stays: true };
  return (
    <>
      <button
        type="button"
        onClick={() => notify('Broadcast scheduled', { type: 'success', autoHideDuration: 60_000, action })}
      >
        Schedule
      </button>
      <button type="button" onClick={() => notify('Segment changed', { type: 'info' })}>
        Change
      </button>
    </>
  );
};

test('what can be undone comes back once what was said over it has gone', async () => {
  const user = userEvent.setup();
  render(
    <NotificationContextProvider>
      <Speaker />
      <NotificationBar />
    </NotificationContextProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('Broadcast scheduled')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Segment changed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Broadcast scheduled')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('Broadcast scheduled')).not.toBeInTheDocument());
});
