import { screen, waitFor, within } from '@testing-library/react';
import type { GetListParams } from 'react-admin';
import { HttpError } from 'react-admin';
import { isValidElement, type ReactNode } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import { entityRoutes } from '../../../resources/EntityResource.tsx';
import { everyRight, renderInConsole } from '../../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../../resources/form/useCheck.ts';
import { entityByName } from '../../../resources/product.ts';
import { Notifications } from '../../../layout/Notifications.tsx';
import { linkWarnings } from '../linkWarnings.ts';
import '../index.ts';

beforeAll(() =>
  Promise.all([
    loadForm('rich-menu-link'),
    import('../MenuPicker.tsx'),
    import('../YesNoButtons.tsx'),
    import('../NowOrLater.tsx'),
    import('../LinkPhonePanel.tsx'),
    import('../../../layout/NotificationBar.tsx'),
    import('../../../resources/list/EntityList.tsx'),
    import('../../../resources/form/EntityCreate.tsx'),
    import('../../../resources/form/EntityEdit.tsx'),
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
const shop = { id: 'r1', version: 1, name: 'Shop', size: 'original', pattern: 'L7', areas: [], image: null };
const vip = { id: 's1', version: 1, name: 'VIP' };

type Link = Record<string, unknown> & { id: string };
const link = (id: string, more: object = {}): Link => ({
  ...{ id, version: 1, channel: 'c1', richmenu: 'r1', name: `Menu ${id}`, size: 'original', pattern: 'L1' },
  ...{ state: 'active', chatBarText: 'เมนู', selected: true, default: true, lineState: 'linked' },
  ...{ activeSince: '2026-11-12T02:00:00.000Z', createdAt: '2026-11-11T02:00:00.000Z' },
  ...more,
});
const forVip = { default: false, segment: 's1', priority: '05', selected: false };
const upcoming = { state: 'upcoming', triggerTime: '2099-12-28T02:00:00.000Z', activeSince: undefined };

/** Services with these links on the channel. */
const services = (links: Link[], own: object = {}) => {
  let stored = links;
  const records: Record<string, object[]> = { channel: [channel], 'rich-menu': [shop], segment: [vip] };
  const within = (entity: string) => (entity.startsWith('rich-menu-link') ? stored : (records[entity] ?? []));
  const named = (entity: string, id: string) => within(entity).find((one) => 'id' in one && one.id === id);
  return {
    getList: async (entity: string, { filter }: GetListParams) => {
      const { state } = filter as { state?: string[] };
      const data = within(entity).filter(
        (one) => !state || ('state' in one && state.includes(String(one.state))),
      );
      return { data, total: data.length, pageInfo: { hasNextPage: false } };
    },
    getOne: async (entity: string, { id }: { id: string }) => ({ data: named(entity, id) }),
    getMany: async (entity: string, { ids }: { ids: string[] }) => ({
      data: ids.flatMap((id) => named(entity, id) ?? []),
    }),
    total: async () => ({ total: stored.length, more: false }),
    counts: async () => ({
      all: stored.length,
      ...Object.fromEntries(
        ['active', 'upcoming'].map((state) => [state, stored.filter((one) => one['state'] === state).length]),
      ),
    }),
    usedBy: async () => ({ usedBy: [], hidden: 0, along: [] }),
    delete: async (_: string, { id }: { id: string }) => {
      stored = stored.filter((one) => one.id !== id);
      return { data: { id } };
    },
    channelMenus: async () => [],
    prefer: async () => undefined,
    ...own,
  };
};

const rights = {
  ...everyRight,
  actions: [...everyRight.actions, 'rich-menu-link:retry'],
};
const LIST = '/richmenu/management/:channel';
/** The generated screens of the links, as the router has them. */
const open = (dataProvider: object, at = '/richmenu/management/c1') => {
  const screens = Object.fromEntries(
    entityRoutes(entityByName('rich-menu-link')).flatMap((route): [string, ReactNode][] => {
      if (!isValidElement<{ path: string; element: ReactNode }>(route)) return [];
      const { path, element } = route.props;
      return [
        [
          path,
          <>
            {element}
            <Notifications />
          </>,
        ],
      ];
    }),
  );
  const { [LIST]: list, ...routes } = screens;
  return renderInConsole(list, { path: LIST, at, routes, dataProvider, access: rights });
};

describe('the rich menus of a channel', () => {
  it('show what is agreed about each, under tabs with counts', async () => {
    const { user } = open(
      services([link('1', { ...forVip, rank: 1 }), link('2', { rank: 2 }), link('3', upcoming)]),
    );
    expect(await screen.findByRole('heading', { name: 'Siam Lifestyle' })).toBeInTheDocument();
    const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr');
    for (const fact of ['เมนู', 'Collapsed', 'VIP', '05', '12 Nov 2026 09 : 00', 'Original, 6 areas'])
      await waitFor(async () => expect(await row('Menu 1')).toHaveTextContent(fact));
    for (const fact of ['Auto displayed', 'All users']) expect(await row('Menu 2')).toHaveTextContent(fact);
    expect(screen.getByRole('tab', { name: /^Active 2/ })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: /^Upcoming 1/ }));
    expect(await row('Menu 3')).toHaveTextContent('28 Dec 2099 09 : 00');
    await user.click(screen.getByRole('button', { name: 'Actions for Menu 3' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/richmenu/management/c1/editor/3',
    );
  });

  it('say where there are none, and lead to the first one', async () => {
    const { user } = open(services([]));
    expect(await screen.findByText('No active rich menus')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: /^Upcoming/ }));
    expect(await screen.findByText('No upcoming rich menus')).toBeInTheDocument();
    await user.click(screen.getAllByRole('link', { name: 'Add rich menu' })[0]!);
    expect(await screen.findByRole('heading', { name: 'Add rich menu' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Siam Lifestyle' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/richmenu\/management\/c1/),
    );
  });

  it('are deleted after a question; a failure is told in a dialog whose OK leads back', async () => {
    const all = services([link('1'), link('2', forVip)]);
    let isBroken = true;
    const { user } = open({
      ...all,
      delete: async (entity: string, params: { id: string }) => {
        if (isBroken) throw new HttpError('Broken', 500);
        return all.delete(entity, params);
      },
    });
    const confirm = async (): Promise<void> => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Menu 2' }));
      expect(await screen.findByRole('menuitem', { name: /^Edit/ })).toHaveTextContent(
        'Only upcoming rich menus can be edited',
      );
      await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
      const question = await screen.findByRole('dialog', { name: 'Delete “Menu 2”?' });
      await waitFor(() => expect(question).toHaveTextContent('The rich menu itself is kept.'));
      await user.click(within(question).getByRole('button', { name: 'Delete' }));
    };
    await confirm();
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    expect(failed).toHaveTextContent('Please try again later');
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isBroken = false;
    await confirm();
    expect(await screen.findByText('“Menu 2” deleted')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Menu 2' })).toBeNull());
  });

  it('tell in a dialog that they could not be loaded; OK leads to another try', async () => {
    const all = services([link('1')]);
    let isBroken = true;
    const getList = async (entity: string, params: GetListParams) => {
      if (isBroken && entity.startsWith('rich-menu-link')) throw new HttpError('Broken', 500);
      return all.getList(entity, params);
    };
    const { user } = open({ ...all, getList });
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    expect(failed).toHaveTextContent('Please try again later');
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Menu 1' })).toBeInTheDocument();
  });

  it('say what LINE refused, and are told to it again', async () => {
    const action = vi.fn(async (..._: unknown[]) => ({}));
    const lineFault = 'the picture is larger than 1 MB';
    const { user } = open(services([link('1', { lineState: 'failed', lineFault })], { action }));
    expect(
      await screen.findByText(/Not linked at LINE: the picture is larger than 1 MB/),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(action.mock.calls[0]?.slice(0, 3)).toEqual(['rich-menu-link@c1', '1', 'retry']),
    );
  });

  it('say once that the channel is not connected, and which of them somebody sees', async () => {
    open(services([link('1', { lineState: 'unconnected' })], { channelMenus: async () => [menu('1')] }));
    expect(await screen.findByText(/^Not connected to LINE: nobody sees these menus/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Connect' })).toHaveAttribute(
      'href',
      '/channel-management/channels/c1',
    );
    expect(await screen.findByRole('heading', { name: 'What a person sees, and why' })).toBeInTheDocument();
  });

  it('have a dialog with where people tap', async () => {
    const { user } = open(services([link('1')], { countEvents: async () => [] }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Menu 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Taps' }));
    const dialog = await screen.findByRole('dialog', { name: 'Taps: Menu 1' });
    expect(await within(dialog).findByRole('table', { name: 'Taps by area' })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the channels that show rich menus', () => {
  const CHANNELS = '/richmenu/management';
  const show = (dataProvider: object) => {
    const routes = entityRoutes(entityByName('rich-menu-link@'));
    const screens = routes.flatMap((route) =>
      isValidElement<{ path: string; element: ReactNode }>(route) ? [route.props] : [],
    );
    expect(screens.map(({ path }) => path)).toEqual([CHANNELS]);
    const all = { ...services([link('1'), link('2', { rank: 2 })]), ...dataProvider };
    return renderInConsole(screens[0]?.element, {
      path: CHANNELS,
      at: CHANNELS,
      dataProvider: all,
      access: rights,
    });
  };
  const none = { ...channel, id: 'c2', name: 'Outlet', activeRichmenu: 0, upcomingRichmenu: 0 };
  const found = (rows: object[]) => ({ data: rows, total: rows.length, pageInfo: { hasNextPage: false } });

  it('are searched, with the menus that each has; each leads on to them', async () => {
    const asked: [string, Record<string, unknown>][] = [];
    const { user } = show({
      getList: async (entity: string, { filter }: GetListParams) => {
        asked.push([entity, filter as Record<string, unknown>]);
        if (entity === 'rich-menu-link@c1') return found([link('1'), link('2')]);
        return found((filter as { keyword?: string }).keyword ? [] : [channel, none]);
      },
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Rich menu management' }),
    ).toBeInTheDocument();
    const name = await screen.findByRole('link', { name: 'Siam Lifestyle' });
    expect(name).toHaveAttribute('href', '/richmenu/management/c1');
    const row = name.closest('tr')!;
    await waitFor(() => expect(row).toHaveTextContent('2 active, 1 upcoming'));
    expect(await within(row).findByText('Menu 2')).toBeVisible();
    const outlet = screen.getByRole('link', { name: 'Outlet' }).closest('tr');
    await waitFor(() => expect(outlet).toHaveTextContent('No rich menu yet'));
    expect(asked).toContainEqual(['rich-menu-link@', { type: 'LINE' }]);
    // Nothing is asked of a channel that has none.
    expect(asked.filter(([entity]) => entity.startsWith('rich-menu-link@c'))).toEqual([
      ['rich-menu-link@c1', { state: 'active' }],
    ]);
    // Whoever may add menus, and channels, adds none here.
    for (const what of [/^Add/, /^Create/, /^Actions/, /^Preview/, 'Columns'])
      expect(screen.queryByRole('button', { name: what })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No channels found')).toBeInTheDocument();
    expect(asked.at(-1)).toEqual(['rich-menu-link@', { type: 'LINE', keyword: 'nobody' }]);
  });

  it('say where they are made while there are none', async () => {
    show({ getList: async () => found([]) });
    expect(await screen.findByText('No LINE channels yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open channels' })).toHaveAttribute(
      'href',
      '/channel-management',
    );
  });
});

describe('linking a rich menu', () => {
  it('takes a picture, a label and a time, and leads back to the tab that it is in', async () => {
    const create = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: link('1', { ...data, ...upcoming }),
    }));
    const { user, history } = open(services([], { create }), '/richmenu/management/c1/editor');
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
    expect(await screen.findByText('No upcoming rich menus')).toBeInTheDocument();
    expect(history.current().location).toMatchObject({
      pathname: '/richmenu/management/c1',
      search: expect.stringContaining('state=upcoming') as string,
    });
    expect(create.mock.calls[0]).toMatchObject([
      'rich-menu-link@c1',
      { data: { channel: 'c1', richmenu: 'r1', chatBarText: 'เมนู 1', selected: false, default: true } },
    ]);
    expect(create.mock.calls[0]?.[1].data).not.toHaveProperty('triggerTime');
  });

  it('changes an upcoming one', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({
      data: { ...link('3', upcoming), ...data, version: 2 },
    }));
    const { user } = open(services([link('3', upcoming)], { update }), '/richmenu/management/c1/editor/3');
    const label = await screen.findByRole('textbox', { name: 'Menu bar label' });
    await user.clear(label);
    await user.type(label, 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(update.mock.calls[0]).toMatchObject([
        'rich-menu-link@c1',
        { id: '3', data: { chatBarText: 'New', version: 1 } },
      ]),
    );
  });

  it('shows one that is active, which nobody changes', async () => {
    open(services([link('4')]), '/richmenu/management/c1/editor/4');
    expect(await screen.findByText('Only upcoming rich menus can be edited')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
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
