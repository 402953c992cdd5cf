import { screen, within } from '@testing-library/react';
import { RecordContextProvider } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { everyRight, renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { AuditAround } from './AuditAround.tsx';
import { AuditChange } from './AuditChange.tsx';

const entry = (id: string, createdAt: string, did: string) => ({
  ...{ id, version: 1, createdAt, updatedAt: createdAt },
  ...{ name: 'Malee', username: 'owner', sentence: `Malee ${did}`, address: '203.0.113.24' },
});
const OPEN = entry('e2', '2026-11-20T05:00:00.000Z', 'signed in');
const EARLIER = entry('e1', '2026-11-18T05:00:00.000Z', 'changed the template welcome: tags');
const LATER = entry('e3', '2026-11-20T06:00:00.000Z', 'exported: 525 rows of Audience');

it('an entry is shown among those of the same person, by day, the latest first', async () => {
  const getList = vi.fn(async (_: string, { sort }: { sort: { order: string }; filter: object }) => ({
    data: sort.order === 'ASC' ? [LATER] : [OPEN, EARLIER],
    total: 2,
  }));
  renderInConsole(
    <RecordContextProvider value={OPEN}>
      <AuditAround />
    </RecordContextProvider>,
    { dataProvider: { getList }, access: everyRight },
  );
  const today = await screen.findByRole('region', { name: '20 Nov 2026' });
  expect(
    within(today)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Exported: 525 rows of Audience'),
    expect.stringContaining('Signed in'),
  ]);
  expect(within(today).getByText('Signed in').parentElement).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: /Changed the template welcome: tags/ })).toHaveAttribute(
    'href',
    '/audit/e1',
  );
  for (const [, { filter }] of getList.mock.calls) expect(filter).toMatchObject({ username: 'owner' });
});

it('an entry without a changed record shows the entries around it instead', async () => {
  const getList = vi.fn(async (_: string, { sort }: { sort: { order: string }; filter: object }) => ({
    data: sort.order === 'ASC' ? [] : [OPEN],
    total: 1,
  }));
  renderInConsole(
    <RecordContextProvider value={OPEN}>
      <AuditChange />
    </RecordContextProvider>,
    { dataProvider: { getList }, access: everyRight },
  );
  const around = await screen.findByRole('region', { name: 'Around that time' });
  expect(await within(around).findByText('Malee signed in')).toBeVisible();
  expect(within(around).getByText('203.0.113.24')).toBeVisible();
  for (const [, { filter }] of getList.mock.calls) expect(filter).not.toHaveProperty('username');
  expect(within(around).getByRole('link', { name: 'All entries of Malee' })).toHaveAttribute(
    'href',
    '/audit?username=owner',
  );
});
