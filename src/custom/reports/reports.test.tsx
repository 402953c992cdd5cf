import { act, screen, waitFor, within } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { HttpError, testDataProvider } from 'react-admin';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LeavePromptContext } from '../../routing/leavePrompt.ts';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { startLiveUpdates } from '../../resources/live/liveUpdates.ts';
import { loadConfig } from '../../dataProvider/config.ts';
import { MenuPanel } from '../../layout/MenuPanel.tsx';
import { findPageAt } from '../../resources/menu/pages.ts';
import './index.ts';
import { NoReportPage, ReportPage } from './ReportPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';
import { nextPollMs } from './useReports.ts';
import { rangeText } from './reportTexts.ts';

const report = (status: string, more: object = {}) => ({
  ...{ id: 'r1', type: 'messages', timeframe: 'daily', status, createdAt: '2026-11-21T05:00:00.000Z' },
  ...{ startIsoStringDate: '2026-10-31T17:00:00.000Z', endIsoStringDate: '2026-11-20T17:00:00.000Z' },
  ...more,
});
const READY = {
  ...{ exportedFileUrl: '/api/v1/downloads/f1', fileName: 'messages.csv', rows: 20, bytes: 4096 },
  expiresAt: '2026-11-28T05:00:00.000Z',
};

beforeAll(() => import('../../ui/NotificationBar.tsx'));
afterEach(() => vi.useRealTimers());

const open = (dataProvider: object, queryClient?: QueryClient) =>
  renderInConsole(
    <LeavePromptContext value={findPageAt('/chatbot/report/r1')?.page.leavePrompt}>
      <ReportPage />
    </LeavePromptContext>,
    {
      ...{ path: '/chatbot/report/:id', at: '/chatbot/report/r1', dataProvider, queryClient },
      routes: { '/reports': <h1>All of them</h1> },
    },
  );
const answers = (...records: object[]) => {
  const left = [...records];
  return vi.fn(async () => ({ data: left.length > 1 ? left.shift() : left[0] }));
};

it('marks its entry of the menu on the pages of a report, also without one', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadConfig();
  vi.unstubAllGlobals();
  for (const path of ['/chatbot/report', '/chatbot/report/r1', '/reports']) {
    const { unmount } = renderInConsole(<MenuPanel isCollapsed={false} onSearch={() => undefined} />, {
      ...{ path, at: path },
      access: { ...everyRight, products: { report: ['entry'] } },
    });
    expect(screen.getByRole('link', { name: 'Report' })).toHaveAttribute('aria-current', 'page');
    unmount();
  }
});

describe('the page of a report', () => {
  it('is polled after 5 s, again after 5 s, then every 20 s, until there is a file', async () => {
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const getOne = answers(
      report('PENDING'),
      report('PENDING'),
      report('PENDING'),
      report('GENERATED', READY),
    );
    open({ getOne });
    await pass(1_000);
    expect(screen.getByRole('heading', { name: 'Preparing the report' })).toBeInTheDocument();
    // The first response came at once, one second ago.
    for (const [calls, wait] of [
      [1, 3_900],
      [2, 200],
      [2, 4_800],
      [3, 200],
      [3, 19_800],
      [4, 200],
    ] as const) {
      await pass(wait);
      expect(getOne).toHaveBeenCalledTimes(calls);
    }
    expect(screen.getByRole('heading', { name: 'Your report is ready' })).toBeInTheDocument();
    expect(screen.getByText(/20 rows, 4.1 KB. The link works until 28 Nov 2026/)).toBeInTheDocument();
    await pass(60_000);
    expect(getOne).toHaveBeenCalledTimes(4);
    expect([1, 2, 3, 9].map(nextPollMs)).toEqual([5_000, 5_000, 20_000, 20_000]);
  });

  it('is not polled sooner when a change of the report is received', async () => {
    vi.useFakeTimers();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const getOne = answers(report('PENDING'));
    const queryClient = new QueryClient();
    const stop = startLiveUpdates(queryClient, testDataProvider({ getOne } as object) as ConsoleDataProvider);
    open({ getOne }, queryClient);
    await pass(1_000);
    dispatchMessage({ event: 'record.changed', json: { entity: 'report', id: 'r1', version: 2, by: null } });
    await pass(3_900);
    expect(getOne).toHaveBeenCalledTimes(1);
    await pass(200);
    expect(getOne).toHaveBeenCalledTimes(2);
    stop();
  });

  it('asks before it is left while the report is pending, and not afterwards', async () => {
    const { user } = open({ getOne: answers(report('PENDING')) });
    await user.click(await screen.findByRole('link', { name: 'Leave' }));
    const asked = await screen.findByRole('alertdialog', { name: 'Are you sure to exit?' });
    await user.click(within(asked).getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole('heading', { name: 'Preparing the report' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('heading', { name: 'All of them' })).toBeInTheDocument();
  });

  it('downloads the file', async () => {
    const download = vi.fn(async () => ({ name: 'messages.csv', content: new Blob(['x']) }));
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    const { user } = open({ getOne: answers(report('GENERATED', READY)), download });
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(download).toHaveBeenCalledWith('/api/v1/downloads/f1'));
  });

  it('shows a failure, and retries', async () => {
    const action = vi.fn(async () => report('PENDING', { id: 'r2' }));
    const getOne = answers(report('FAILED', { failure: 'Choose CSV' }), report('PENDING', { id: 'r2' }));
    const { user } = open({ getOne, action });
    expect(await screen.findByRole('heading', { name: 'Oops! something went wrong' })).toBeInTheDocument();
    expect(screen.getByText('Please try again later')).toBeInTheDocument();
    expect(screen.getByText('Choose CSV')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Preparing the report' })).toBeInTheDocument();
    expect(action).toHaveBeenCalledWith(
      ...['report', null, 'generate'],
      expect.objectContaining({ type: 'messages', timeframe: 'daily' }),
    );
  });

  it('shows that the report has expired', async () => {
    open({ getOne: answers(report('EXPIRED')) });
    expect(await screen.findByRole('heading', { name: 'This report has expired' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Make again' })).toBeInTheDocument();
  });

  it('shows a generic text where it could not be loaded', async () => {
    open({ getOne: () => Promise.reject(new HttpError('Oops! something went wrong', 500)) });
    expect(await screen.findByRole('heading', { name: 'Oops! something went wrong' })).toBeInTheDocument();
  });

  it('is 404 for an unknown id, and without one', async () => {
    open({ getOne: () => Promise.reject(new HttpError('Report not found', 404)) });
    expect(await screen.findByRole('heading', { name: 'Report not found' })).toBeInTheDocument();
    renderInConsole(<NoReportPage />, { path: '/chatbot/report', at: '/chatbot/report', dataProvider: {} });
    expect(screen.getAllByText(/There is no report at this link/)).toHaveLength(2);
  });
});

describe('reports', () => {
  const all = [report('PENDING', { id: 'r3', progress: 0.5 }), report('GENERATED', READY)];
  const provider = (own: object = {}) => ({
    getList: async (resource: string) => ({ data: resource === 'report' ? all : [], total: 2 }),
    ...own,
  });
  const openAll = (own: object = {}) =>
    renderInConsole(<ReportsPage />, { path: '/reports', at: '/reports', dataProvider: provider(own) });

  it('are listed with their states, and repeated', async () => {
    const action = vi.fn(async () => report('PENDING'));
    const { user } = openAll({ action });
    const [, making, ready] = await screen.findAllByRole('row');
    expect(making).toHaveTextContent('MessagesDaily, 01 Nov 2026 to 20 Nov 2026All channelsGenerating');
    expect(within(making!).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(within(ready!).getByRole('button', { name: /^CSV: Messages/ })).toBeInTheDocument();
    await user.click(within(ready!).getByRole('button', { name: /^Repeat/ }));
    expect(action).toHaveBeenCalledWith('report', null, 'generate', {
      ...{ type: 'messages', timeframe: 'daily' },
      ...{ startIsoStringDate: '2026-10-31T17:00:00.000Z', endIsoStringDate: '2026-11-20T17:00:00.000Z' },
    });
  });

  it('start with the choice of a type, with its contents', async () => {
    const { user } = openAll({ getList: async () => ({ data: [], total: 0 }) });
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Intents' }));
    expect(screen.getByText('What people asked, by intent')).toBeInTheDocument();
    expect(screen.getByText('No reports yet')).toBeInTheDocument();
  });

  it('are generated by frequency, and refused with a text', async () => {
    const action = vi.fn(async () => {
      throw new HttpError('Please check', 422, { fields: { '/type': 'You may not see users' } });
    });
    const { user } = openAll({ action });
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Users' }));
    await user.click(screen.getByRole('combobox', { name: 'Frequency' }));
    await user.click(await screen.findByRole('option', { name: 'Yearly' }));
    expect(screen.getByText(/^One row for each year/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'XLSX' }));
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You may not see users');
    expect(action).toHaveBeenCalledWith(
      ...['report', null, 'generate'],
      expect.objectContaining({ type: 'users', timeframe: 'yearly', format: 'xlsx' }),
    );
    await user.click(screen.getByRole('button', { name: 'Custom range' }));
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose a start and an end');
  });

  it('show their period in days of UTC+7, or with times where it is not of whole days', () => {
    const from = '2026-10-31T17:00:00.000Z';
    expect(rangeText({ from, to: '2026-11-01T17:00:00.000Z' })).toBe('01 Nov 2026');
    expect(rangeText({ from, to: '2026-11-01T02:30:00.000Z' })).toBe(
      '01 Nov 2026 00 : 00 to 01 Nov 2026 09 : 30',
    );
  });
});
