import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ListRecord } from '../fieldKit/types.ts';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { useChecks } from './useChecks.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const records = IDS.map((id): ListRecord => ({
  ...{ id, name: id, version: 1 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
}));

/** Runs the checks of scheduling several broadcasts; the test answers each request. */
function checkAll() {
  const schedule = entityByName('campaign').actions.find(({ id }) => id === 'send');
  if (!schedule) throw new Error('There is no action called send');
  const [id = ''] = schedule.checks ?? [];
  const requests = new Map<string, { resolve: (answer: object) => void; reject: (error: Error) => void }>();
  const query = (_: string, record: string): Promise<object> =>
    new Promise((resolve, reject) => requests.set(record, { resolve, reject }));
  const Results = () => {
    const { data, isError } = useChecks('campaign', schedule, records);
    if (isError) return 'failed';
    return (
      data?.flatMap(({ worstResults }) => worstResults.map(({ record }) => record.id)).join(' ') ?? 'waiting'
    );
  };
  renderInConsole(<Results />, { dataProvider: { query }, queryClient: new QueryClient() });
  const answer = (record: string): void =>
    requests.get(record)?.resolve({ checks: [{ id, label: 'Check', level: 'warning', text: record }] });
  return { requests, answer };
}

it('results are in the order of the records, whatever the order of the answers', async () => {
  const { requests, answer } = checkAll();
  await waitFor(() => expect([...requests.keys()]).toEqual(['a', 'b', 'c', 'd']));
  for (const id of ['d', 'c']) answer(id);
  await waitFor(() => expect([...requests.keys()]).toEqual(IDS));
  for (const id of ['f', 'b', 'e', 'a']) answer(id);
  expect(await screen.findByText(IDS.join(' '))).toBeVisible();
});

it('after a failure no more records are checked', async () => {
  const { requests, answer } = checkAll();
  await waitFor(() => expect(requests.size).toBe(4));
  await act(async () => requests.get('b')?.reject(new Error('Gone')));
  expect(await screen.findByText('failed')).toBeVisible();
  await act(async () => answer('a'));
  expect([...requests.keys()]).toEqual(['a', 'b', 'c', 'd']);
});
