import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NotificationContextProvider, useNotify } from 'react-admin';
import { Link, MemoryRouter, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { NotificationBar } from './NotificationBar.tsx';

const run = vi.fn();

const Speaker = () => {
  const notify = useNotify();
  const navigate = useNavigate();
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
      <button
        type="button"
        onClick={() => {
          notify('Segment created', { type: 'success' });
          void navigate('/segments');
        }}
      >
        Create
      </button>
      <button
        type="button"
        onClick={() => {
          void navigate('/templates');
          notify('Segment deleted', { type: 'info' });
        }}
      >
        Delete
      </button>
      <Link to="/audience">Audience</Link>
    </>
  );
};

const show = (): void => {
  render(
    <MemoryRouter useTransitions={false}>
      <NotificationContextProvider>
        <Speaker />
        <NotificationBar />
      </NotificationContextProvider>
    </MemoryRouter>,
  );
};

test('a notification with undo is shown again after the one that covered it has closed', async () => {
  const user = userEvent.setup();
  show();
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

test('a notification stays when the screen changes by itself, and closes when a person navigates', async () => {
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Segment created')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Audience' }));
  await waitFor(() => expect(screen.queryByText('Segment created')).not.toBeInTheDocument());
});

test('undo is offered on the next screen too', async () => {
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('Broadcast scheduled')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Audience' }));
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('notifications from before and after a change of screen are both shown', async () => {
  const user = userEvent.setup();
  show();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Segment deleted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('Segment changed')).toBeVisible();
});
