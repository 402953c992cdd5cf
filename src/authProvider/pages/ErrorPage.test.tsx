import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { navigateTo } from '../navigation.ts';
import { NO_ACCESS } from '../signInErrors.ts';
import { ErrorPage } from './ErrorPage.tsx';

test('what failed can be tried again: the button goes back to it', async () => {
  const back = vi.spyOn(history, 'back').mockReturnValue();
  navigateTo('/audience');
  navigateTo('/error');
  render(<ErrorPage />);
  expect(screen.getByRole('heading', { name: 'Oops! something went wrong' })).toBeVisible();
  expect(screen.getByText(/Everything that was saved is still there\./)).toBeVisible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(back).toHaveBeenCalledTimes(1);
});

test('a person without access is not offered to try again', () => {
  navigateTo('/audience');
  navigateTo('/error', { state: { message: NO_ACCESS } });
  render(<ErrorPage />);
  expect(screen.getByRole('heading', { name: NO_ACCESS })).toBeVisible();
  expect(screen.queryByText(/still there/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
