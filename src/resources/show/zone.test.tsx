import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { loadForm } from '../form/useFormValidator.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { entityByName } from '../product.ts';
import { RecordFacts } from '../RecordFacts.tsx';
import { RecordHeader } from './RecordHeader.tsx';

const AT = '2026-11-23T15:24:00.000Z';
const record = {
  ...{ id: 'r1', version: 1, name: 'Autumn sale', status: 'executed', startsAt: AT },
  ...{ createdAt: AT, updatedAt: AT },
};
const entry = { id: 'h1', at: AT, operation: 'update', user: { name: 'Somchai' }, before: {}, after: {} };
const dataProvider = { history: async () => [entry], getMany: async () => ({ data: [] }) };

/** What the page of a record says of its times to somebody in Los Angeles. */
const open = (entity: string) => {
  const model = entityByName(entity);
  renderInConsole(
    <>
      <RecordHeader model={model} record={record} />
      <RecordFacts model={model} record={record} />
      <HistoryPanel model={model} record={record} />
    </>,
    { dataProvider },
  );
};

beforeEach(() => vi.stubEnv('TZ', 'America/Los_Angeles'));
afterEach(() => vi.unstubAllEnvs());

test('the page of a record with its own time zone shows all times in it, and names it', async () => {
  await loadForm('campaign');
  open('campaign');
  expect(screen.getByText(/^UTC\+7:00$/).parentElement).toHaveTextContent('23 Nov 2026 22 : 24 UTC+7:00');
  const facts = screen.getByRole('region', { name: 'Facts' });
  // When it was made its time line says.
  expect(facts).toHaveTextContent('Updated23 Nov 2026 22 : 24');
  expect(facts).toHaveTextContent('Times in UTC+7:00');
  expect(within(facts).getAllByTitle('23 Nov 2026 22 : 24 UTC+7:00')).toHaveLength(1);
  expect(await screen.findByText('23 Nov 2026 22 : 24 UTC+7:00')).toBeInTheDocument();
});

test('every other record has times in the zone of the workspace, whatever the zone of the browser', async () => {
  await loadForm('template');
  open('template');
  const facts = screen.getByRole('region', { name: 'Facts' });
  expect(facts).toHaveTextContent('Created23 Nov 2026 22 : 24Updated23 Nov 2026 22 : 24');
  expect(within(facts).getAllByTitle('23 Nov 2026 22 : 24 UTC+7:00')).toHaveLength(2);
  expect(await screen.findByText('23 Nov 2026 22 : 24 UTC+7:00')).toBeInTheDocument();
});
