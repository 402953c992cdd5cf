import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTexts } from '../../../schemas/texts/translate.ts';
import type { FigureQuery, FilterOption } from '../../dataProvider/dashboardVerbs.ts';
import { saveFile } from '../../dataProvider/downloads.ts';
import { dispatchMessage } from '../../dataProvider/socket.ts';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { OverviewPage } from './OverviewPage.tsx';

vi.mock('../../dataProvider/downloads.ts', async (load) => ({
  ...(await load<object>()),
  saveFile: vi.fn<typeof saveFile>(),
}));
const { demo } = vi.hoisted(() => ({ demo: { isOn: false } }));
vi.mock('../../dataProvider/config.ts', () => ({ config: () => ({ demo: demo.isOn }) }));
// Charts fetch it on demand; here it is loaded from the start.
beforeAll(() => import('../../resources/charts/ChartDrawing.tsx'));

afterEach(() => setTexts(undefined));

const channels: FilterOption[] = Array.from({ length: 14 }, (_, n) => ({
  id: `c${n}`,
  name: `Channel ${n}`,
  type: 'LINE',
}));
const AMOUNTS: Record<string, number> = {
  'messages/count/total': 388_123,
  'messages/count/bot': 148_000,
  'users/active/count/total': 18_420,
  'users/new/count/total': 2_306,
};

const show = (at = '/dashboard/overview', own: object = {}) => {
  const figureAmount = vi.fn(async (path: string, { end }: FigureQuery) =>
    // The previous period had half as many.
    Date.now() - Date.parse(end) < 3_600_000 ? AMOUNTS[path] : (AMOUNTS[path] ?? 0) / 2,
  );
  const figureRows = vi.fn(async () => [
    { date: '2026-11-20T17:00:00.000Z', amount: 120 },
    { date: '2026-11-21T17:00:00.000Z', amount: 13_840 },
  ]);
  const understanding = vi.fn(async () => ({
    rows: [
      { date: '2026-11-20T17:00:00.000Z', understood: 60, missed: 40 },
      { date: '2026-11-21T17:00:00.000Z', understood: 90, missed: 10 },
      { date: '2026-11-22T17:00:00.000Z', understood: 0, missed: 0 },
    ],
    trainings: [{ at: '2026-11-21T20:00:00.000Z' }],
  }));
  const filterOptions = vi.fn(
    async (_: string, options: { take: number; after?: string; ids?: string[] }) => {
      if (options.ids) return channels.filter(({ id }) => options.ids?.includes(id));
      const from = options.after ? channels.findIndex(({ id }) => id === options.after) + 1 : 0;
      return channels.slice(from, from + options.take);
    },
  );
  const rendered = renderInConsole(<OverviewPage />, {
    path: '/dashboard/overview',
    at,
    dataProvider: { figureAmount, figureRows, understanding, filterOptions, ...own },
  });
  const address = (): URLSearchParams => new URLSearchParams(rendered.history.current().location.search);
  return { ...rendered, figureAmount, figureRows, filterOptions, address };
};
const card = (name: string) => screen.getByRole('region', { name });

describe('the overview', () => {
  it('shows how much the bot understood, and when it was trained', async () => {
    show('/dashboard/overview?range=L30D');
    const table = await screen.findByRole('table', { name: 'Understood by the bot' });
    expect(await within(table).findByRole('row', { name: '21 Nov 2026 60%' })).toBeInTheDocument();
    expect(within(table).getByRole('row', { name: '22 Nov 2026, Trained 90%' })).toBeInTheDocument();
  });

  it('has four numbers with their change, and two charts', async () => {
    show('/dashboard/overview?range=L30D');
    await waitFor(() => expect(card('Total messages')).toHaveTextContent('388.1K'));
    expect(card('Total messages')).toHaveTextContent('+100% against the 30 days before');
    expect(card('Bot response messages')).toHaveTextContent('148K');
    expect(card('Active users')).toHaveTextContent('18,420');
    expect(card('New users')).toHaveTextContent('2,306');
    const table = await screen.findByRole('table', { name: 'Total messages' });
    expect(await within(table).findByRole('row', { name: /22 Nov 2026/ })).toHaveTextContent('13,840');
    expect(screen.getByRole('figure', { name: 'Active users' })).toBeInTheDocument();
    expect(screen.getByText(/^As of \d\d \w{3} \d{4} \d\d : \d\d UTC\+7:00$/)).toBeInTheDocument();
  });

  it('shows once that there were no messages, and links to the next longer period that has some', async () => {
    const days = ({ start, end }: FigureQuery): number => (Date.parse(end) - Date.parse(start)) / 86_400_000;
    const { user, address } = show(undefined, {
      figureAmount: async (_: string, query: FigureQuery) => (days(query) > 8 ? 40 : 0),
      figureRows: async () => [{ date: '2026-11-20T17:00:00.000Z', amount: 0 }],
    });
    expect(await screen.findByRole('heading', { name: 'Nothing in the last 24 hours' })).toBeVisible();
    expect(card('Total messages')).toHaveTextContent(/0$/);
    expect(screen.queryByRole('figure')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Show the last 30 days' }));
    expect(address().toString()).toBe('range=L30D');
  });

  it('offers a longer period where a few messages say little, and says that nothing changed', async () => {
    const { user, address } = show(undefined, { figureAmount: async () => 5 });
    await waitFor(() => expect(card('New users')).toHaveTextContent('No change against the 24 hours before'));
    expect(screen.getByText('Few messages in this period.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the last 7 days' }));
    expect(address().toString()).toBe('range=L7D');
  });

  it('shows "N/A" without a request where no source is chosen', async () => {
    const { user, address, figureAmount, figureRows } = show();
    await user.click(await screen.findByRole('button', { name: 'Message sources: All sources' }));
    for (const name of ['User', 'Bot', 'Agent'])
      await user.click(screen.getByRole('menuitemcheckbox', { name }));
    expect(address().getAll('source')).toEqual(['BROADCAST']);
    await waitFor(() =>
      expect(figureAmount).toHaveBeenLastCalledWith(
        'messages/count/total',
        expect.objectContaining({ sources: ['BROADCAST'] }),
        expect.anything(),
      ),
    );
    figureAmount.mockClear();
    figureRows.mockClear();
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Broadcast' }));
    expect(address().getAll('source')).toEqual(['none']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(card('Total messages')).toHaveTextContent('N/A'));
    expect(screen.getByText('No message source selected')).toBeVisible();
    expect(figureAmount).not.toHaveBeenCalled();
    expect(figureRows).not.toHaveBeenCalled();
  });

  it('keeps the whole filter in the address', async () => {
    const { user, address, figureAmount } = show();
    expect(screen.getByRole('button', { name: 'Last 24 hours' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Last 12 months' }));
    expect(address().toString()).toBe('range=L12M');
    await user.click(screen.getByRole('combobox', { name: 'Interval' }));
    expect(screen.getByRole('option', { name: 'Hour' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('option', { name: 'Week' }));
    await user.click(screen.getByRole('combobox', { name: 'Channels' }));
    await user.click(await screen.findByRole('option', { name: 'Channel 3' }));
    expect(address().toString()).toBe('range=L12M&interval=week&channel=c3');
    await waitFor(() =>
      expect(figureAmount).toHaveBeenCalledWith(
        'users/new/count/total',
        expect.objectContaining({ interval: 'week', channels: ['c3'] }),
        expect.anything(),
      ),
    );
  });

  it('shows the names of an address’s channels, ten options at a time, and clears all at once', async () => {
    const { user, address, filterOptions } = show('/dashboard/overview?channel=c12');
    expect(await screen.findByText('Channel 12')).toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Channels' }));
    expect(await screen.findAllByRole('option')).toHaveLength(10);
    // Highlighting the last option loads the next page.
    await user.keyboard('{ArrowUp}');
    expect(await screen.findByRole('option', { name: 'Channel 13' })).toBeInTheDocument();
    expect(filterOptions).toHaveBeenCalledWith(
      'channels',
      expect.objectContaining({ take: 11, after: 'c9' }),
    );
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(address().toString()).toBe('');
  });

  it('shows each failure in its place, and retries it', async () => {
    let isAway = true;
    const away = async (): Promise<never> => {
      throw new Error('The services are away');
    };
    const figureAmount = vi.fn(async (path: string) => (isAway && path.endsWith('bot') ? away() : 7));
    const figureRows = vi.fn(async (path: string) =>
      isAway && path === 'messages/chart' ? away() : [{ date: '2026-11-20T17:00:00.000Z', amount: 1 }],
    );
    const { user } = show('/dashboard/overview', { figureAmount, figureRows });
    expect(await within(card('Bot response messages')).findByRole('alert')).toHaveTextContent('are away');
    await waitFor(() => expect(card('New users')).toHaveTextContent('7'));
    const chart = screen.getByRole('figure', { name: 'Total messages' });
    expect(await within(chart).findByRole('alert')).toHaveTextContent('are away');
    isAway = false;
    await user.click(within(chart).getByRole('button', { name: 'Try again' }));
    expect(await within(chart).findByRole('table')).toBeInTheDocument();
    await user.click(within(card('Bot response messages')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('Bot response messages')).toHaveTextContent('7'));
  });

  it('says once what could not be loaded where nothing could', async () => {
    let isAway = true;
    const answer = async <Value,>(value: Value): Promise<Value> => {
      if (isAway) throw new Error('The services are away');
      return value;
    };
    const figureAmount = vi.fn(() => answer(7));
    const figureRows = vi.fn(() => answer([{ date: '2026-11-20T17:00:00.000Z', amount: 1 }]));
    const { user } = show('/dashboard/overview', { figureAmount, figureRows });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New users' })).toBeNull());
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('New users')).toHaveTextContent('7'));
  });

  it('updates with new messages, as long as its range ends now', async () => {
    const { figureAmount } = show();
    await waitFor(() => expect(card('New users')).toHaveTextContent('2,306'));
    figureAmount.mockImplementation(async () => 99);
    act(() => dispatchMessage({ event: 'entity.changed', json: { entity: 'message' } }));
    await waitFor(() => expect(card('New users')).toHaveTextContent('99'), { timeout: 10_000 });
  });

  it('updates once it is connected, since nobody announced what came before', async () => {
    const { figureAmount } = show();
    await waitFor(() => expect(card('New users')).toHaveTextContent('2,306'));
    figureAmount.mockImplementation(async () => 99);
    act(() => dispatchMessage({ event: 'connected', json: {} }));
    await waitFor(() => expect(card('New users')).toHaveTextContent('99'), { timeout: 10_000 });
  });

  it('reloads a custom range', async () => {
    const { user, figureAmount } = show(
      '/dashboard/overview?start=2026-11-01T00:00:00.000Z&end=2026-11-08T00:00:00.000Z',
    );
    await waitFor(() => expect(card('New users')).toHaveTextContent('1,153'));
    figureAmount.mockImplementation(async () => 99);
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(card('New users')).toHaveTextContent('99'));
  });

  it('shows that a chosen channel was deleted once that is known', async () => {
    setTexts((english) => (english === 'Deleted' ? 'ลบแล้ว' : undefined));
    const filterOptions = async (_: string, { ids, keyword }: { ids?: string[]; keyword?: string }) => {
      if (ids) return ids.length > 1 ? new Promise<never>(() => undefined) : [];
      return keyword ? channels.slice(9, 10) : channels.slice(0, 10);
    };
    const { user } = show('/dashboard/overview?channel=gone', { filterOptions });
    expect(await screen.findByText('ลบแล้ว')).toBeInTheDocument();
    const channel = screen.getByRole('combobox', { name: 'Channels' });
    await user.click(channel);
    await user.click(await screen.findByRole('option', { name: 'Channel 3' }));
    await user.type(channel, '9');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.queryByText('ลบแล้ว')).toBeNull();
    expect(screen.getAllByText('…')).toHaveLength(2);
  });

  it('is exported to a CSV file', async () => {
    const { user } = show();
    await screen.findByRole('table', { name: 'Total messages' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    const [[file]] = vi.mocked(saveFile).mock.calls as [[{ name: string; content: Blob }]];
    expect(file.name).toMatch(/^overview-\d{4}-\d\d-\d\d\.csv$/);
    expect(await file.content.text()).toContain('2026-11-22 00:00,13840,13840\r\n');
  });
});

describe('the demo’s conversations', () => {
  const notice = () => screen.queryByText(/conversations are still being made/);
  beforeEach(() => {
    demo.isOn = true;
    return () => {
      demo.isOn = false;
    };
  });

  it('show their progress while they are generated, and the figures are reloaded afterwards', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const demoProgress = vi.fn<() => Promise<object | null>>(async () => ({ done: 120, total: 365 }));
      const { figureRows } = show(undefined, { demoProgress });
      expect(
        await screen.findByText(
          'The demo’s conversations are still being made: 120 of 365 days are there, the newest first. Figures grow until then.',
        ),
      ).toBeInTheDocument();
      await waitFor(() => expect(figureRows).toHaveBeenCalled());
      demoProgress.mockResolvedValue(null);
      figureRows.mockClear();
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      await waitFor(() => expect(notice()).not.toBeInTheDocument());
      await waitFor(() => expect(figureRows).toHaveBeenCalled());
    } finally {
      vi.useRealTimers();
    }
  });

  it('are not requested without a demo', async () => {
    demo.isOn = false;
    const demoProgress = vi.fn(async () => ({ done: 1, total: 365 }));
    show(undefined, { demoProgress });
    await waitFor(() => expect(card('Active users')).toHaveTextContent('18,420'));
    expect(demoProgress).not.toHaveBeenCalled();
    expect(notice()).not.toBeInTheDocument();
  });
});
