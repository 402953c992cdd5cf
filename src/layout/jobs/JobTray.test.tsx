import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, testDataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { AccessProvider } from '../../authProvider/AccessContext.ts';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { JobTray } from './JobTray.tsx';

const access = { user: { id: 'u1', name: 'Somchai', email: 's@example.com', roles: [] } };

const renderTray = (provider: object, tray = <JobTray />) =>
  render(
    <MemoryRouter>
      <AccessProvider value={access as never}>
        <CoreAdminContext dataProvider={{ ...testDataProvider(), ...provider }}>{tray}</CoreAdminContext>
      </AccessProvider>
    </MemoryRouter>,
  );

test('shows a job with its progress and its failure, and dismisses it', async () => {
  const user = userEvent.setup();
  let jobs: object[] = [];
  const action = vi.fn(async () => {
    jobs = [];
  });
  const getList = vi.fn(async () => ({ data: jobs, total: jobs.length }));
  renderTray({ getList, action });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(getList).not.toHaveBeenCalled();

  const job = { id: 'j1', title: 'Import of a.csv' };
  jobs = [{ ...job, state: 'running', done: 300, total: 1_000, note: 'Reading' }];
  act(() => dispatchMessage({ event: 'job.changed', json: { id: 'j1' } }));
  await user.click(await screen.findByRole('button', { name: 'Jobs: 1 under way' }));
  expect(await screen.findByText('Running · Reading')).toBeVisible();
  expect(screen.getByText('300 of 1,000')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Progress of Import of a.csv' })).toHaveAttribute(
    'aria-valuenow',
    '30',
  );
  expect(getList).toHaveBeenCalledWith(
    'job',
    expect.objectContaining({ filter: { by: 'u1', dismissed: false } }),
  );

  jobs = [{ ...job, state: 'failed', failure: 'Row 3 has no name' }];
  act(() => dispatchMessage({ event: 'job.changed', json: { id: 'j1' } }));
  expect(await screen.findByText('Failed · Row 3 has no name')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss Import of a.csv' }));
  expect(action).toHaveBeenCalledWith('job', 'j1', 'dismiss');
  await waitFor(() => expect(screen.queryByText('Import of a.csv')).not.toBeInTheDocument());
});

test('shows a job that started during a lost connection once there is one', async () => {
  let jobs: object[] = [];
  const getList = vi.fn(async () => ({ data: jobs, total: jobs.length }));
  renderTray({ getList });
  await waitFor(() => expect(getList).toHaveBeenCalledOnce());
  jobs = [{ id: 'j1', title: 'Import of a.csv', state: 'done' }];
  act(() => dispatchMessage({ event: 'connected', json: undefined }));
  expect(await screen.findByRole('button', { name: 'Jobs' })).toBeVisible();
});

test('shows a badge where the list of jobs is in a closed menu', async () => {
  let jobs: object[] = [];
  const getList = async () => ({ data: jobs, total: jobs.length });
  renderTray({ getList }, <JobTray asMark />);
  for (const [state, said] of [
    ['running', 'Jobs: 1 under way'],
    ['failed', 'Jobs: 1 failed'],
    ['done', 'Jobs'],
  ]) {
    jobs = [{ id: 'j1', title: 'Export', state }];
    act(() => dispatchMessage({ event: 'job.changed', json: { id: 'j1' } }));
    expect(await screen.findByRole('img', { name: said })).toBeVisible();
  }
  jobs = [];
  act(() => dispatchMessage({ event: 'job.changed', json: { id: 'j1' } }));
  await waitFor(() => expect(screen.queryByRole('img')).not.toBeInTheDocument());
});
