import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { HistoryPanel } from './HistoryPanel.tsx';

const AT = '2026-11-23T15:24:00.000Z';
const record = { id: 'v1', version: 30, createdAt: AT, updatedAt: AT, name: 'pai' };
const entries = Array.from({ length: 30 }, (_, at) => ({
  ...{ id: `h${at}`, at: AT, operation: 'update', user: { id: 'u', name: `Person ${at}` } },
  ...{ before: {}, after: {} },
}));

it('says why earlier changes did not come, and can be asked again', async () => {
  let isAway = true;
  const history = async (_: string, __: string, { take, cursorId }: { take: number; cursorId?: string }) => {
    if (cursorId !== undefined && isAway) throw new Error('No connection');
    const from = entries.findIndex(({ id }) => id === cursorId) + 1;
    return entries.slice(from, from + take);
  };
  const { user } = renderInConsole(<HistoryPanel model={entityByName('variable')} record={record} />, {
    dataProvider: { history },
  });
  await user.click(await screen.findByRole('button', { name: 'Show earlier changes' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Show earlier changes' }));
  expect(await screen.findByText('Person 29')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});
