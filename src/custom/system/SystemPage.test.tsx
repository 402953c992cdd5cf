import { screen, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { SystemResponse } from '../../../schemas/system/responses.ts';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { SystemPage } from './SystemPage.tsx';

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const CALM: SystemResponse = {
  attention: [],
  processes: [
    {
      ...{ id: 'p1', host: 'console-1', version: '1.2.0', node: '20.20.2', isGone: false },
      ...{ startedAt: minutesAgo(180), seenAt: minutesAgo(0), memoryBytes: 230 * 1024 * 1024 },
    },
  ],
  queues: [],
  hosts: [],
  certificates: [],
  database: {
    ...{ engine: 'embedded', version: '18.6', bytes: 36_200_000 },
    tables: [{ name: 'Audience', bytes: 9_000_000, rows: 5000 }],
    replica: null,
  },
  backup: { place: 'folder', newest: null, trial: null },
};

const show = (answer: () => Promise<SystemResponse>) => {
  const system = vi.fn(answer);
  return {
    ...renderInConsole(<SystemPage />, { path: '/system', at: '/system', dataProvider: { system } }),
    system,
  };
};

it('shows that everything runs, also for a new installation', async () => {
  show(async () => CALM);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Everything runs. Nothing needs your attention.',
  );
  expect(screen.getByText('Nothing waits, nothing failed.')).toBeInTheDocument();
  expect(screen.getByText('Last backup').nextSibling).toHaveTextContent(
    'None yetThe first follows within a minute',
  );
  const processes = screen.getByRole('table', { name: 'Processes' });
  expect(within(processes).getByRole('row', { name: /console-1/ })).toHaveTextContent(
    /Running1\.2\.0 on Node 20\.20\.23 h ago230 MB$/,
  );
});

it('shows first what needs attention, with links', async () => {
  show(async () => ({
    ...CALM,
    attention: [
      {
        ...{
          id: 'jobs-late',
          severity: 'critical',
          title: 'Background work waits',
          advice: 'Add a process.',
        },
        link: '/jobs',
      },
      {
        ...{ id: 'no-mail-server', severity: 'warning', title: 'No mail server is set' },
        ...{ advice: 'Connect one.', technical: 'SMTP_URL' },
      },
    ],
    processes: CALM.processes.map((one) => ({ ...one, isGone: true, seenAt: minutesAgo(7) })),
    queues: [{ name: 'mail', title: 'Mails', due: 12, running: 1, failed: 2, oldestDueSeconds: 615.2 }],
  }));
  const attention = within(await screen.findByRole('region', { name: 'Needs attention' }));
  const [first, second] = attention.getAllByRole('alert');
  expect(first).toHaveTextContent('Background work waitsAdd a process.');
  expect(within(first as HTMLElement).getByRole('link', { name: 'Jobs' })).toHaveAttribute('href', '/jobs');
  expect(second).toHaveTextContent('No mail server is setConnect one.Technical detailsSMTP_URL');
  expect(screen.getByText('Last heard of 7 min ago')).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^Mails/ })).toHaveTextContent('Mails1212615 s');
});

it('shows how other hosts respond, and when their certificates expire', async () => {
  show(async () => ({
    ...CALM,
    hosts: [
      {
        ...{ host: 'api.line.me', calls: 1_240, failed: 0, lastFailure: null },
      },
      { host: 'webhook', calls: 8, failed: 2, lastFailure: { answer: 'timeout', at: minutesAgo(3) } },
    ],
    certificates: [{ host: 'hooks.example.com', validUntil: '2031-03-04T12:00:00Z', seenAt: minutesAgo(20) }],
  }));
  const hosts = await screen.findByRole('table', { name: 'Other services' });
  expect(within(hosts).getByRole('row', { name: /api\.line\.me/ })).toHaveTextContent(
    'api.line.me1,2400None',
  );
  expect(within(hosts).getByRole('row', { name: /Webhooks of the workspace/ })).toHaveTextContent(
    'Webhooks of the workspace82timeout, 3 min ago',
  );
  const certificates = screen.getByRole('table', { name: 'Certificates' });
  expect(within(certificates).getByRole('row', { name: /hooks/ })).toHaveTextContent(
    'hooks.example.com04 Mar 203120 min ago',
  );
});

it('shows why it could not be loaded, and retries', async () => {
  let isAway = true;
  const { user } = show(async () => {
    if (isAway) throw new HttpError('The services are away', 503);
    return CALM;
  });
  expect(await screen.findByText('The services are away')).toBeInTheDocument();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Everything runs/)).toBeInTheDocument();
});

it.each([
  [{ state: 'used', lagSeconds: 1.4 }, '1 s behindDashboards are read from it'],
  [{ state: 'behind', lagSeconds: 42 }, '42 s behindDashboards use the main database'],
  [{ state: 'away' }, 'AwayDashboards use the main database'],
] as const)('says how the replica does: %o', async (replica, told) => {
  show(async () => ({ ...CALM, database: { ...CALM.database, engine: 'server', replica } }));
  expect((await screen.findByText('Replica')).nextSibling).toHaveTextContent(told);
});

const NEWEST = { at: minutesAgo(180), bytes: 12_000_000 };
it.each<[string, SystemResponse['backup'], string, string | undefined]>([
  ['in the folder', { place: 'folder', newest: NEWEST, trial: null }, '3 h ago11.4 MB', undefined],
  ['by the server', null, 'None yetMade by the server’s own means', undefined],
  [
    'in a store, the first to come',
    { place: 'store', newest: null, trial: null },
    'None yetThe first follows within minutes',
    undefined,
  ],
  [
    'in a store, restored on trial',
    {
      ...{ place: 'store', newest: NEWEST },
      trial: { at: minutesAgo(60), isGood: true, text: '1,203 rows and 4 files in 12 s' },
    },
    '3 h ago11.4 MB, encrypted',
    '1 h ago1,203 rows and 4 files in 12 s',
  ],
  [
    'in a store, damaged',
    { place: 'store', newest: NEWEST, trial: { at: minutesAgo(60), isGood: false, text: 'It is damaged.' } },
    '3 h ago11.4 MB, encrypted',
    'Failed1 h ago',
  ],
])('says how backups do: %s', async (_, backup, newest, trial) => {
  show(async () => ({ ...CALM, backup }));
  expect((await screen.findByText('Last backup')).nextSibling).toHaveTextContent(newest);
  expect(screen.queryByText('Restored on trial')?.nextSibling?.textContent).toBe(trial);
});
