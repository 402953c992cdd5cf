import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Journey, JourneyQuery } from '../../dataProvider/dashboardVerbs.ts';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { UserJourneyPage } from './UserJourneyPage.tsx';

const templates = [
  { id: 't1', name: 'welcome' },
  { id: 't2', name: 'catalogue' },
];
const journeyOf = (unit: string): Journey => ({
  unit: { id: unit, name: templates.find(({ id }) => id === unit)?.name ?? '' },
  previous: [{ id: null, name: 'Session start', type: 'message', count: 80, percent: 100 }],
  current: {
    count: 80,
    people: 61,
    medianSeconds: 46,
    since: null,
    channels: [{ id: 'c1', name: 'Siam Lifestyle', type: 'LINE', count: 80 }],
  },
  next: [
    { id: 't2', name: 'catalogue', type: 'template', count: 60, percent: 75 },
    { id: null, name: '3 more', type: 'other', count: 8, percent: 10 },
    { id: null, name: 'Left', type: 'left', count: 12, percent: 15 },
  ],
  stages: [
    { name: 'Tapped an action', count: 60, percent: 75 },
    { name: 'Wrote back', count: 8, percent: 10 },
    { name: 'Asked for a person', count: 0, percent: 0 },
    { name: 'Nothing more', count: 12, percent: 15 },
  ],
});

const show = (at: string, own: object = {}) => {
  const journey = vi.fn(async ({ unit = 't1' }: JourneyQuery, _: { signal: AbortSignal }) => journeyOf(unit));
  const filterOptions = async (path: string, { ids }: { ids?: string[] }) =>
    path.endsWith('templates') ? templates.filter(({ id }) => !ids || ids.includes(id)) : [];
  const rendered = renderInConsole(<UserJourneyPage />, {
    path: '/dashboard/user-journey',
    at,
    dataProvider: {
      ...{ journey, filterOptions, ...own },
      getOne: async (_: string, { id }: { id: string }) => ({ data: { id, name: 'welcome', messages: [] } }),
    },
  });
  return { ...rendered, journey };
};
const steps = (name: string) => within(screen.getByRole('region', { name: `${name} steps` }));

it('shows the steps around the template with the most answers, and its outcome', async () => {
  const { journey } = show('/dashboard/user-journey');
  await screen.findByText('Next step after 46 s');
  expect(journey.mock.calls[0]?.[0].unit).toBeUndefined();
  const current = screen.getByRole('region', { name: 'Current step' });
  expect(current).toHaveTextContent('welcome80times, to 61 people');
  expect(steps('Previous').getByRole('listitem')).toHaveTextContent('Session startFirst message100%80');
  expect(
    steps('Next')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['catalogueTemplate75%60', 'Other3 more10%8', 'LeftNothing for 30 minutes15%12']);
  const stages = screen.getByRole('table', { name: 'Current stage in numbers' });
  expect(within(stages).getByRole('row', { name: /Tapped an action/ })).toHaveTextContent('75%');
  expect(screen.getByText('Next step after 46 s')).toBeInTheDocument();
});

it('follows a step by its record’s id, whatever its name, and no step of a deleted record', async () => {
  const next: Journey['next'] = [
    { id: 't2', name: 'Deleted template', type: 'template', count: 5, percent: 50 },
    { id: 't9', name: 'แม่แบบที่ลบแล้ว', isDeleted: true, type: 'template', count: 5, percent: 50 },
  ];
  show('/dashboard/user-journey?unit=t1', { journey: async () => ({ ...journeyOf('t1'), next }) });
  expect(await screen.findByRole('button', { name: /^Deleted template/ })).toBeVisible();
  expect(screen.getByText('แม่แบบที่ลบแล้ว')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^แม่แบบ/ })).toBeNull();
});

it('makes a next step the current one; Back returns to the previous one', async () => {
  const { user, history } = show('/dashboard/user-journey?unit=t1&range=L7D');
  await screen.findByText('Next step after 46 s');
  await user.click(steps('Next').getByRole('button', { name: /^catalogue/ }));
  const current = within(screen.getByRole('region', { name: 'Current step' }));
  expect(await current.findByText('catalogue')).toBeInTheDocument();
  expect(history.current().location.search).toBe('?range=L7D&unit=t2');
  act(() => history.go(-1));
  expect(await current.findByText('welcome')).toBeInTheDocument();
});

it('aborts the request when the choice changes', async () => {
  const signals: AbortSignal[] = [];
  const journey = vi.fn((_: JourneyQuery, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise<Journey>(() => {});
  });
  const { user } = show('/dashboard/user-journey?unit=t1', { journey });
  await waitFor(() => expect(signals).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
  await waitFor(() => expect(signals).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

it('shows where only the last answers are evaluated', async () => {
  const journey = async (): Promise<Journey> => {
    const all = journeyOf('t1');
    return { ...all, current: { ...all.current, count: 10_000, since: '2026-11-12T07:02:00.000Z' } };
  };
  show('/dashboard/user-journey?unit=t1', { journey });
  expect(await screen.findByRole('note')).toHaveTextContent(
    'Only its last 10,000 answers, since 12 Nov 2026 14 : 02 UTC+7:00. Choose less time to follow all of them.',
  );
});

it('offers the next longer period where there are few answers, or none', async () => {
  const journey = vi.fn(async ({ unit = 't1', start }: JourneyQuery): Promise<Journey> => {
    const all = journeyOf(unit);
    const days = Math.round((Date.now() - Date.parse(start)) / 86_400_000);
    return { ...all, current: { ...all.current, count: days < 7 ? 0 : days < 30 ? 3 : 80 } };
  });
  const { user, history } = show('/dashboard/user-journey?unit=t1', { journey });
  expect(await screen.findByText('welcome was not sent in this period')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show the last 7 days' }));
  expect(await screen.findByText('Few answers in this period: shares say little.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show the last 30 days' }));
  await waitFor(() =>
    expect(screen.queryByText('Few answers in this period: shares say little.')).toBeNull(),
  );
  expect(history.current().location.search).toContain('range=L30D');
  expect(screen.queryByRole('button', { name: /^Show the last/ })).toBeNull();
});

it('shows no template where none was sent, and links to the next longer period with messages', async () => {
  const journey = async (): Promise<Journey> => {
    const all = journeyOf('t1');
    return { ...all, current: { ...all.current, count: 0 } };
  };
  const figureAmount = async (_: string, { start, end }: { start: string; end: string }) =>
    Date.parse(end) - Date.parse(start) > 8 * 86_400_000 ? 40 : 0;
  const { user, history } = show('/dashboard/user-journey', { journey, figureAmount });
  expect(await screen.findByText('No template was sent in this period')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Template' })).toHaveValue('');
  await user.click(await screen.findByRole('button', { name: 'Show the last 30 days' }));
  expect(history.current().location.search).toContain('range=L30D');
});

it('shows that there are no templates, and failures', async () => {
  const empty = { ...journeyOf('t1'), current: { ...journeyOf('t1').current, count: 0 } };
  const { unmount } = show('/dashboard/user-journey?unit=t1', { journey: async () => empty });
  expect(await screen.findByText('welcome was not sent in this period')).toBeVisible();
  unmount();
  const none = show('/dashboard/user-journey', {
    journey: async (): Promise<Journey> => ({ ...empty, unit: null, previous: [], next: [] }),
  });
  expect(await screen.findByText('No templates yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create template' })).toHaveAttribute(
    'href',
    '/chatbot/template/editor',
  );
  none.unmount();
  let isAway = true;
  const journey = async ({ unit = 't1' }: JourneyQuery): Promise<Journey> => {
    if (isAway) throw new Error('The services are away');
    return journeyOf(unit);
  };
  const { user } = show('/dashboard/user-journey?unit=t1', { journey });
  const again = await screen.findByRole('button', { name: /again/i });
  isAway = false;
  await user.click(screen.getAllByRole('button', { name: /again/i }).at(-1) ?? again);
  expect(await screen.findByRole('region', { name: 'Current step' })).toBeInTheDocument();
});
