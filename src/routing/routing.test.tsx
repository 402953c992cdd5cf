import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ConsoleRouter } from './ConsoleRouter.tsx';
import { guardHistory } from './guardedHistory.ts';
import { useBlocker } from './useBlocker.ts';

const Form = () => {
  const blocker = useBlocker(() => true);
  return (
    <>
      <h1>Form</h1>
      <Link to="/list">List</Link>
      {blocker.isBlocked && (
        <>
          <button onClick={blocker.reset}>Stay</button>
          <button onClick={blocker.proceed}>Leave</button>
        </>
      )}
    </>
  );
};

/** A form at /form, opened from the list. */
const open = async () => {
  window.history.replaceState(null, '', '/list');
  const history = guardHistory(createBrowserHistory({ v5Compat: true }));
  render(
    <ConsoleRouter history={history}>
      <Routes>
        <Route path="/form" element={<Form />} />
        <Route path="*" element={<Link to="/form">Open</Link>} />
      </Routes>
    </ConsoleRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByText('Open'));
  expect(screen.getByRole('heading')).toHaveTextContent('Form');
  return { user, history };
};

test('going back twice at once keeps the form and its address in step', async () => {
  await open();
  await act(async () => {
    window.history.back();
    window.history.back();
  });
  const user = userEvent.setup();
  await user.click(await screen.findByText('Stay'));
  await waitFor(() => expect(window.location.pathname).toBe('/form'));
  expect(screen.getByRole('heading')).toHaveTextContent('Form');
});

describe.each([
  ['a link', async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('List'))],
  ['the way back', async () => act(async () => window.history.back())],
])('a guarded screen left by %s', (_, leave) => {
  test('stays when the person says so', async () => {
    const { user } = await open();
    await leave(user);
    await user.click(await screen.findByText('Stay'));
    expect(screen.getByRole('heading')).toHaveTextContent('Form');
    expect(screen.queryByText('Leave')).not.toBeInTheDocument();
    expect(window.location.pathname).toBe('/form');
  });

  test('is left when the person says so', async () => {
    const { user } = await open();
    await leave(user);
    await user.click(await screen.findByText('Leave'));
    expect(await screen.findByText('Open')).toBeVisible();
    expect(window.location.pathname).toBe('/list');
  });
});
