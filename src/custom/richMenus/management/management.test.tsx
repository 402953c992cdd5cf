import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import { renderInConsole } from '../../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../../resources/form/useCheck.ts';
import { Notifications } from '../../../layout/Notifications.tsx';
import { linkWarnings } from '../linkWarnings.ts';
import '../index.ts';
import { ChannelPage } from './ChannelPage.tsx';
import { ChannelsPage } from './ChannelsPage.tsx';
import { LinkPage } from './LinkPage.tsx';

beforeAll(() =>
  Promise.all([
    loadForm('rich-menu-link'),
    import('../MenuPicker.tsx'),
    import('../YesNoButtons.tsx'),
    import('../NowOrLater.tsx'),
    import('../LinkPhonePanel.tsx'),
    import('../../../layout/NotificationBar.tsx'),
  ]),
);

const menu = (id: string, more: Partial<ChannelMenu> = {}): ChannelMenu => ({
  ...{ id, version: 1, state: 'active', chatBarText: 'เมนู', selected: true, default: true },
  richmenu: { id: `r-${id}`, name: `Menu ${id}`, size: 'original', pattern: 'L1', image: null },
  ...{ image: null, segment: null, priority: null, createdAt: '2026-11-12T02:00:00.000Z' },
  ...{ triggerTime: null, lineState: 'linked', lineFault: null },
  ...more,
});
const ofSegment = { default: false, segment: { id: 's1', name: 'VIP' }, priority: '05', selected: false };
const channel = { id: 'c1', name: 'Siam Lifestyle', activeRichmenu: 2, upcomingRichmenu: 1, type: 'LINE' };
const provider = (menus: ChannelMenu[], own: object = {}) => ({
  menuChannel: async () => channel,
  channelMenus: vi.fn(async (_: string, state: string) => menus.filter((one) => one.state === state)),
  getList: async () => ({ data: [], total: 0 }),
  ...own,
});
const page = (dataProvider: object, at = '/richmenu/management/c1') =>
  renderInConsole(
    <>
      <ChannelPage />
      <Notifications />
    </>,
    {
      ...{ path: '/richmenu/management/:channelId', at, dataProvider },
      routes: { '/richmenu/management/:channelId/editor': <h1>Editor</h1> },
    },
  );

describe('the rich menus of a channel', () => {
  it('show what is agreed about each, under tabs with counts', async () => {
    const menus = [
      menu('1', ofSegment),
      menu('2'),
      menu('3', { state: 'upcoming', triggerTime: '2026-12-28T02:00:00Z' }),
    ];
    const { user } = page(provider(menus));
    expect(await screen.findByRole('heading', { name: 'Siam Lifestyle' })).toBeInTheDocument();
    const [, first, second] = await screen.findAllByRole('row');
    for (const fact of ['Menu 1', 'เมนู', 'Collapsed', 'VIP', '05', '12 Nov 2026 09 : 00'])
      expect(first).toHaveTextContent(fact);
    for (const fact of ['Menu 2', 'Auto displayed', 'All users']) expect(second).toHaveTextContent(fact);
    expect(screen.getByRole('tab', { name: 'Active 2' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: 'Upcoming 1' }));
    expect(await screen.findByText('Menu 3')).toBeInTheDocument();
    expect(screen.getByText('28 Dec 2026 09 : 00')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions for Menu 3' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/richmenu/management/c1/editor/3',
    );
  });

  it('say where there are none, and lead to the first one', async () => {
    const { user } = page(provider([]));
    expect(await screen.findByText('No active rich menus')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: /^Upcoming/ }));
    expect(await screen.findByText('No upcoming rich menus')).toBeInTheDocument();
    await user.click(screen.getAllByRole('link', { name: 'Add rich menu' })[0]!);
    expect(await screen.findByRole('heading', { name: 'Editor' })).toBeInTheDocument();
  });

  it('ask for eleven, of which the last says that there are more', async () => {
    const seen: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
          seen.push(() => told([{ isIntersecting: true }]));
        }
        observe = (): void => undefined;
        disconnect = (): void => undefined;
      },
    );
    const all = Array.from({ length: 13 }, (_, index) => menu(String(index + 1)));
    const channelMenus = vi.fn(
      async (_: string, __: string, { take, after }: { take: number; after?: string }) => {
        const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
        return all.slice(start, start + take);
      },
    );
    page(provider([], { channelMenus }));
    expect(await screen.findByText('Menu 10')).toBeInTheDocument();
    expect(screen.queryByText('Menu 11')).toBeNull();
    expect(channelMenus.mock.calls[0]?.[2]).toMatchObject({ take: 11 });
    act(() => seen.at(-1)?.());
    expect(await screen.findByText('Menu 13')).toBeInTheDocument();
    expect(channelMenus.mock.calls[1]?.[2]).toMatchObject({ take: 11, after: '10' });
    vi.unstubAllGlobals();
  });

  it('are deleted after a question; a failure is told in a dialog whose OK leads back', async () => {
    const gone: string[] = [];
    const removeChannelMenu = vi.fn(async (_: string, state: string, id: string) => {
      if (removeChannelMenu.mock.calls.length === 1) throw new HttpError('Broken', 500);
      gone.push(`${state} ${id}`);
    });
    const { user } = page(provider([menu('1'), menu('2', ofSegment)], { removeChannelMenu }));
    const ask = async (): Promise<HTMLElement> => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Menu 2' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      return screen.findByRole('dialog', { name: 'Delete “Menu 2”?' });
    };
    await user.click(within(await ask()).getByRole('button', { name: 'Delete' }));
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    expect(failed).toHaveTextContent('Please try again later');
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(within(await ask()).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Rich menu deleted')).toBeInTheDocument();
    expect(gone).toEqual(['active 2']);
  });

  it('tell in a dialog that they could not be loaded', async () => {
    const { user } = page(provider([], { channelMenus: () => Promise.reject(new HttpError('Broken', 500)) }));
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('say what LINE refused, and are told to it again', async () => {
    const retryChannelMenu = vi.fn(async () => undefined);
    const fault = 'LINE refuses it: the picture is larger than 1 MB';
    const { user } = page(
      provider([menu('1', { lineState: 'failed', lineFault: fault })], { retryChannelMenu }),
    );
    expect(await screen.findByText(/Not linked at LINE: .* larger than 1 MB/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(retryChannelMenu).toHaveBeenCalledWith('c1', '1'));
  });
});

it('LINE channels are searched, with the menus that each has', async () => {
  const none = { ...channel, id: 'c2', name: 'Outlet', activeRichmenu: 0, upcomingRichmenu: 0 };
  const menuChannels = vi.fn(async ({ keyword }: { keyword?: string }) => (keyword ? [] : [channel, none]));
  const channelMenus = vi.fn(async () => [menu('1'), menu('2')]);
  const { user } = renderInConsole(<ChannelsPage />, { dataProvider: { menuChannels, channelMenus } });
  const row = await screen.findByRole('link', { name: /Siam Lifestyle/ });
  expect(row).toHaveTextContent('2 active, 1 upcoming');
  expect(row).toHaveAttribute('href', '/richmenu/management/c1');
  expect(await within(row).findByText('Menu 2')).toBeVisible();
  expect(screen.getByRole('link', { name: /Outlet/ })).toHaveTextContent('No rich menu yet');
  // Nothing is asked of a channel that has none.
  expect(channelMenus).toHaveBeenCalledTimes(1);
  await user.type(screen.getByRole('searchbox'), 'nobody');
  expect(await screen.findByText('No channels found')).toBeInTheDocument();
  expect(menuChannels).toHaveBeenLastCalledWith(expect.objectContaining({ keyword: 'nobody' }));
});

it('LINE channels go on to the last one, as long as the end of the list is in sight', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly told: (entries: { isIntersecting: boolean }[]) => void) {}
      // As browsers do: once at the beginning, and then only when it leaves or comes back.
      observe = (): void => queueMicrotask(() => this.told([{ isIntersecting: true }]));
      disconnect = (): void => undefined;
    },
  );
  const all = Array.from({ length: 35 }, (_, at) => ({ ...channel, id: `c${at}`, name: `Channel ${at}` }));
  const menuChannels = vi.fn(async ({ take, after }: { take: number; after?: string }) => {
    const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    return all.slice(start, start + take);
  });
  renderInConsole(<ChannelsPage />, { dataProvider: { menuChannels } });
  expect(await screen.findByText('Channel 34')).toBeInTheDocument();
  vi.unstubAllGlobals();
});

describe('linking a rich menu', () => {
  const shop = {
    id: 'r1',
    version: 1,
    name: 'Shop',
    size: 'original',
    pattern: 'L7',
    areas: [],
    image: null,
  };
  const own = {
    getList: async (entity: string) =>
      entity === 'rich-menu' ? { data: [shop], total: 1 } : { data: [], total: 0 },
    getOne: async () => ({ data: shop }),
    getMany: async () => ({ data: [] }),
  };
  const open = (
    more: object,
    at = '/richmenu/management/c1/editor',
    path = '/richmenu/management/:channelId/editor',
  ) =>
    renderInConsole(<LinkPage />, {
      ...{ path, at, dataProvider: provider([menu('9')], { ...own, ...more }) },
      routes: { '/richmenu/management/:id': <h1>Channel</h1> },
    });

  it('takes a picture, a label and a time, and leads back to the channel', async () => {
    const linkMenu = vi.fn(async (_: string, settings: object) => menu('1', settings));
    const { user } = open({ linkMenu });
    const label = await screen.findByRole('textbox', { name: 'Menu bar label' });
    expect(label).toHaveValue('Menu');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findAllByText('Rich menu is required')).not.toEqual([]);
    await user.click(await screen.findByRole('radio', { name: /^Shop/ }));
    await user.type(label, '!');
    await user.tab();
    expect(await screen.findAllByText('Wrong format menu bar label')).not.toEqual([]);
    await user.clear(label);
    await user.type(label, 'เมนู 1');
    await user.click(screen.getByRole('button', { name: 'Collapsed' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByRole('heading', { name: 'Channel' })).toBeInTheDocument();
    expect(linkMenu).toHaveBeenCalledWith(
      'c1',
      expect.not.objectContaining({ triggerTime: expect.anything() }),
    );
    expect(linkMenu.mock.calls[0]?.[1]).toMatchObject({
      richmenu: 'r1',
      chatBarText: 'เมนู 1',
      selected: false,
      default: true,
    });
  });

  it('changes an upcoming one', async () => {
    const upcoming = menu('3', { state: 'upcoming', triggerTime: '2099-12-28T02:00:00.000Z' });
    const changeUpcomingMenu = vi.fn(async (_: string, __: string, settings: object) => ({
      ...upcoming,
      ...settings,
      richmenu: upcoming.richmenu,
      segment: null,
      version: 2,
    }));
    const { user } = open(
      { upcomingMenu: async () => upcoming, changeUpcomingMenu },
      '/richmenu/management/c1/editor/3',
      '/richmenu/management/:channelId/editor/:id',
    );
    const label = await screen.findByRole('textbox', { name: 'Menu bar label' });
    await user.clear(label);
    await user.type(label, 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(changeUpcomingMenu).toHaveBeenCalledWith(
        'c1',
        '3',
        expect.objectContaining({ chatBarText: 'New', version: 1 }),
      ),
    );
  });

  it('warns of what it replaces and what it meets', () => {
    const others = [
      menu('1'),
      menu('2', { ...ofSegment, state: 'upcoming', triggerTime: '2026-12-28T02:00:00Z' }),
    ];
    expect(linkWarnings({ default: true }, others)).toEqual([expect.stringContaining('Menu 1 is replaced')]);
    const meeting = { default: false, segment: 's1', triggerTime: '2026-12-28T02:00:00.000Z' };
    expect(linkWarnings(meeting, others)).toEqual([
      expect.stringContaining('Menu 2 is linked to the same audience'),
    ]);
    expect(linkWarnings({ ...meeting, segment: 's2' }, others)).toEqual([]);
  });
});
