import { screen, waitFor, within } from '@testing-library/react';
import { type GetListParams, HttpError } from 'react-admin';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderList } from '../../resources/form/testing/renderForm.tsx';
import { pretendLayout } from '../../resources/testing/pretendLayout.ts';
import './index.ts';

const broadcast = (id: string, name: string, startsAt: string, status = 'scheduled') => ({
  ...{ id, name, startsAt, status, version: 1, target: 'everyone' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
});
const STORED = [
  broadcast('a', 'Early', '2026-11-24T02:00:00.000Z'),
  broadcast('b', 'After midnight', '2026-11-24T17:30:00.000Z', 'failed'),
  broadcast('c', 'In December', '2026-12-12T02:00:00.000Z'),
  ...['d', 'e', 'f', 'g'].map((id) => broadcast(id, `Crowd ${id}`, '2026-11-30T05:00:00.000Z')),
];

// The current address contains no day: on the 25th, which began at 17:00 UTC, assertions about that day would fail.
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-24T05:00:00.000Z'), toFake: ['Date'] }));
beforeAll(async () => {
  await import('../../resources/list/calendar/ListCalendar.tsx');
  await import('../../resources/list/ListTools.tsx');
  await import('./SlotsPanel.tsx');
});
pretendLayout();

/** The error that requests for a month fail with, if any. */
const fault: { current?: Error } = {};
/** Whether a month has more broadcasts than are fetched. */
const isOverfull = { current: false };

/** Renders the list of broadcasts with mocked services. */
const open = (path: string) => {
  const prefer = vi.fn(async () => undefined);
  const ask = vi.fn(
    async (_entity: string, _id: null, _verb: string, { query }: { query: { day: string } }) => ({
      hours:
        query.day < '2026-11-22'
          ? []
          : [
              { at: `${query.day}T02:00:00.000Z`, remainingSlots: query.day === '2026-11-24' ? 59 : 60 },
              { at: `${query.day}T03:00:00.000Z`, remainingSlots: query.day === '2026-11-24' ? 0 : 60 },
              { at: `${query.day}T04:00:00.000Z`, remainingSlots: 60 },
            ],
    }),
  );
  const dataProvider = {
    getList: async (_: string, { filter, sort, pagination }: GetListParams) => {
      const asked = filter as Record<string, string | undefined>;
      if (sort?.field === 'startsAt' && fault.current) throw fault.current;
      const [from = '', to = '~'] = [asked['startsAt.gte'], asked['startsAt.lte']];
      const data = STORED.filter(({ startsAt }) => startsAt >= from && startsAt <= to);
      const month = data.map((one) => ({ ...one, id: `${one.id}${pagination?.page}` }));
      const rows = sort?.field === 'startsAt' ? (isOverfull.current ? month : data) : STORED;
      return {
        data: rows,
        pageInfo: { hasNextPage: isOverfull.current, hasPreviousPage: false },
        total: rows.length,
      };
    },
    query: ask,
    savePreference: prefer,
    counts: async () => ({ all: STORED.length }),
    views: async () => ({ views: [], preference: {} }),
    getMany: async () => ({ data: [] }),
  };
  const access = {
    ...{ products: {}, actions: ['campaign:read'] },
    user: { id: 'u', username: 'u', name: 'U', email: 'u@example.com', roles: [] },
  };
  const { user, history } = renderList('campaign', path, { dataProvider, access });
  return { user, history, prefer };
};

const cell = (name: RegExp) => screen.findByRole('button', { name });

describe('the calendar of broadcasts', () => {
  it('has each broadcast on its day of UTC+7, and opens a day with its links and free slots', async () => {
    const { user, history } = open('/campaign/broadcast?_view=calendar&_day=2026-11-24');
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeInTheDocument();
    const chosen = await cell(/^Tuesday, 24 November 2026, 1 broadcast$/);
    expect(chosen.closest('[role=gridcell]')).toHaveAttribute('aria-selected', 'true');
    const meanings = within(screen.getByRole('list', { name: 'Status' })).getAllByRole('listitem');
    expect(meanings.map(({ textContent }) => textContent)).toEqual(['Scheduled', 'Failed']);
    const day = screen.getByRole('region', { name: '24 Nov 2026' });
    expect(within(day).getByRole('link', { name: 'Early' })).toHaveAttribute(
      'href',
      '/campaign/broadcast/status/a',
    );
    expect(within(day).getByText('09 : 00')).toBeInTheDocument();
    expect(await within(day).findByText('59 of 60')).toBeInTheDocument();
    expect(within(day).getByText('None')).toBeInTheDocument();
    expect(within(day).getByText('Every other hour')).toBeInTheDocument();
    expect(within(day).getByText('Times in UTC+7:00')).toBeInTheDocument();

    await user.click(await cell(/^Wednesday, 25 November 2026, 1 broadcast$/));
    expect(history.current().location.search).toContain('_day=2026-11-25');
    const next = screen.getByRole('region', { name: '25 Nov 2026' });
    expect(within(next).getByRole('link', { name: 'After midnight' })).toBeInTheDocument();
    expect(within(next).getByText('00 : 30')).toBeInTheDocument();
    expect(await within(next).findByText('60 of 60')).toBeInTheDocument();

    const crowd = await cell(/^Monday, 30 November 2026, 4 broadcasts$/);
    expect(within(crowd).getByText('1 more')).toBeInTheDocument();
    await user.click(await cell(/^Tuesday, 3 November 2026$/));
    expect(await screen.findByText('No broadcasts on this day')).toBeInTheDocument();
    expect(await screen.findByText('The day is over.')).toBeInTheDocument();
  });

  it('is navigated by keys, also into other months, which are then fetched', async () => {
    const { user } = open('/campaign/broadcast?_view=calendar&_day=2026-11-24');
    (await cell(/^Tuesday, 24 November 2026/)).focus();
    await user.keyboard('{ArrowRight}');
    expect(await cell(/^Wednesday, 25 November 2026/)).toHaveFocus();
    await user.keyboard('{PageDown}');
    expect(await screen.findByRole('heading', { name: 'December 2026' })).toBeInTheDocument();
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Friday, 25 December 2026'));
    expect(await cell(/^Saturday, 12 December 2026, 1 broadcast$/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeInTheDocument();
  });

  it('shows that a month could not be loaded, and can still be navigated', async () => {
    const { user } = open('/campaign/broadcast?_view=calendar&_day=2026-11-03');
    expect(await screen.findByText('No broadcasts on this day')).toBeInTheDocument();
    fault.current = new HttpError('The services cannot be reached', 0);
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^This month could not be loaded\./);
    expect(screen.getByText('This day could not be loaded')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'December 2026' })).toBeInTheDocument();
    fault.current = undefined;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cell(/^Saturday, 12 December 2026, 1 broadcast$/)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows days after the last fetched one as unknown, where a month has too many', async () => {
    isOverfull.current = true;
    onTestFinished(() => void (isOverfull.current = false));
    const { user } = open('/campaign/broadcast?_view=calendar&_day=2026-12-20');
    expect(await screen.findByText(/^There are more than 500 in this month/)).toBeInTheDocument();
    expect(screen.getByText('This day could not be loaded')).toBeInTheDocument();
    await user.click(await cell(/^Wednesday, 2 December 2026/));
    expect(await screen.findByText('No broadcasts on this day')).toBeInTheDocument();
  });

  it('is a layout of the list, which is saved', async () => {
    const { user, history, prefer } = open('/campaign/broadcast');
    await user.click(await screen.findByRole('button', { name: 'Show as calendar' }));
    expect(await screen.findByRole('grid', { name: /\w+ \d{4}/ })).toBeInTheDocument();
    expect(history.current().location.search).toContain('_view=calendar');
    expect(prefer).toHaveBeenLastCalledWith('campaign', { as: 'calendar' });
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(await screen.findByRole('columnheader', { name: /^Name/ })).toBeInTheDocument();
    expect(history.current().location.search).not.toContain('_view');
  });
});
