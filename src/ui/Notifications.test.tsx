import { act, render, screen } from '@testing-library/react';
import { NotificationContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Notifications } from './Notifications.tsx';

test('shows that the network is down until it is back', async () => {
  render(
    <MemoryRouter useTransitions={false}>
      <NotificationContextProvider>
        <Notifications />
      </NotificationContextProvider>
    </MemoryRouter>,
  );
  act(() => void dispatchEvent(new Event('offline')));
  expect(await screen.findByText('You are offline. What you see may be out of date.')).toBeVisible();
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('You are online again')).toBeVisible();
});
