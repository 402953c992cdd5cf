import { act, screen, waitFor } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import type { ProgressResponse } from '../../../schemas/campaigns/responses.ts';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { OutboxPanel } from './OutboxPanel.tsx';
import { StatusPanel } from './StatusPanel.tsx';
import { TimeLinePanel } from './TimeLinePanel.tsx';

const progress = (sent: number, state: ProgressResponse['state']): ProgressResponse =>
  ({
    ...{ state, sandbox: false, begunAt: '2026-11-21T02:00:00Z', reasons: [], timeline: [], minutes: [] },
    counts: { total: 10, sent, failed: 0, unknown: 0, left: 10 - sent },
    batches: { total: 1, done: 0 },
  }) as unknown as ProgressResponse;

it('a broadcast announces its state, but not its counts', async () => {
  let now = progress(2, 'sending');
  renderInConsole(
    <RecordContextProvider value={{ id: 'b1', status: 'sending' }}>
      <StatusPanel />
    </RecordContextProvider>,
    { dataProvider: { query: async () => now } },
  );
  expect(await screen.findByText('of 10 sent')).toBeVisible();
  const statusText = screen.getByRole('status');
  expect(statusText).toHaveTextContent(/^Sending$/);
  now = progress(5, 'sending');
  act(() =>
    dispatchMessage({
      event: 'record.changed',
      json: { entity: 'campaign', id: 'b1', version: 2, by: null },
    }),
  );
  expect(await screen.findByText('5')).toBeVisible();
  expect(statusText).toHaveTextContent(/^Sending$/);
  now = progress(10, 'over');
  act(() =>
    dispatchMessage({
      event: 'record.changed',
      json: { entity: 'campaign', id: 'b1', version: 3, by: null },
    }),
  );
  await waitFor(() => expect(statusText).toHaveTextContent(/^Executed$/));
});

it('people whose call had no response count as perhaps delivered, and are listed as such', async () => {
  const { counts, ...rest } = progress(8, 'over');
  renderInConsole(
    <RecordContextProvider value={{ id: 'b1', status: 'sending' }}>
      <StatusPanel />
      <OutboxPanel />
    </RecordContextProvider>,
    {
      dataProvider: {
        query: async (_: string, __: string, what: string) => {
          if (what !== 'outbox')
            return { ...rest, counts: { ...counts, sent: 7, unknown: 1, failed: 2, left: 0 } };
          const entry = { name: 'Anong', person: 'U1', texts: ['Hello'] };
          return [{ ...entry, id: 'o1', state: 'unknown', note: 'Nothing came back' }];
        },
      },
    },
  );
  const row = (await screen.findByText('Anong')).closest('tr');
  expect(row).toHaveTextContent('Perhaps delivered');
  expect(row).toHaveTextContent('Nothing came back');
  expect(await screen.findByText(/^Perhaps delivered.*1$/)).toBeVisible();
});

it('a channel that is not connected sends nothing: messages are only in the outbox', async () => {
  renderInConsole(
    <RecordContextProvider value={{ id: 'b1', status: 'executed' }}>
      <StatusPanel />
    </RecordContextProvider>,
    { dataProvider: { query: async () => ({ ...progress(10, 'over'), sandbox: true }) } },
  );
  expect(await screen.findByText('of 10 in the outbox, none delivered')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('so nothing was delivered');
  expect(screen.queryByText(/^Sent |of 10 sent/)).not.toBeInTheDocument();
});

it('the outbox shows a common text once; only failures stand out, and ids are not shown as text', async () => {
  const entry = (id: string, name: string, own: object) => ({
    ...{ id, name, person: `U${id}`, texts: ['Hello'], note: null, state: 'sent' },
    ...own,
  });
  renderInConsole(
    <RecordContextProvider value={{ id: 'b1', status: 'executed' }}>
      <OutboxPanel />
    </RecordContextProvider>,
    {
      dataProvider: {
        query: async () => [
          entry('1', 'Anong', {}),
          entry('2', 'Niran', { state: 'failed', note: 'LINE refused it' }),
        ],
      },
    },
  );
  const said = (await screen.findByText('All of these get:')).closest('p');
  expect(said).toHaveTextContent('All of these get: Hello');
  expect(screen.getAllByText(/Hello/)).toHaveLength(1);
  expect(screen.queryByText('U1')).toBeNull();
  expect(screen.getByText('Niran').closest('tr')).toHaveTextContent('FailedLINE refused it');
});

it('the outbox shows that the last page was full', async () => {
  const page = Array.from({ length: 20 }, (_, at) => ({
    ...{ id: `o${at}`, name: `Person ${at}`, person: `U${at}`, texts: ['Hello'], note: null, state: 'sent' },
  }));
  const { user } = renderInConsole(
    <RecordContextProvider value={{ id: 'b1', status: 'executed' }}>
      <OutboxPanel />
    </RecordContextProvider>,
    {
      dataProvider: { query: async (_: string, __: string, what: string) => (what === 'outbox' ? page : []) },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('No further people')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('Person 19')).toBeVisible();
});

it('a broadcast without events shows when it was created', async () => {
  renderInConsole(
    <RecordContextProvider value={{ id: 'b1', status: 'draft', createdAt: '2026-11-21T02:00:00Z' }}>
      <TimeLinePanel />
    </RecordContextProvider>,
    { dataProvider: { query: async () => progress(0, 'none') } },
  );
  const moment = (await screen.findByText('Draft made')).closest('li');
  expect(moment).toHaveTextContent('21 Nov 2026 09 : 00');
});
