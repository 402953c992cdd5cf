import { screen, waitFor, within } from '@testing-library/react';
import { type GetListParams, HttpError } from 'react-admin';
import { isValidElement, type ReactNode } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { GENERIC } from '../../../dataProvider/errors.ts';
import { entityRoutes } from '../../../console/EntityResource.tsx';
import { renderInConsole } from '../../../resources/form/testing/renderForm.tsx';
import { entityByName } from '../../../resources/product.ts';
import {
  channel,
  forVip,
  link,
  loadScreens,
  menu,
  open,
  rights,
  services,
  upcoming,
} from './testing/channelLinks.tsx';

beforeAll(loadScreens);

describe('the rich menus of a channel', () => {
  it('have the agreed columns, under tabs with counts', async () => {
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

  it('have an empty state with a link to the first one', async () => {
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

  it('are deleted after a confirmation; a failure is shown in a dialog that returns to the list', async () => {
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

  it('show in a dialog that they could not be loaded, and retry', async () => {
    const all = services([link('1')]);
    let isBroken = true;
    const getList = async (entity: string, params: GetListParams) => {
      if (isBroken && entity.startsWith('rich-menu-link')) throw new HttpError(GENERIC, 500);
      return all.getList(entity, params);
    };
    const { user } = open({ ...all, getList });
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    expect(failed).toHaveTextContent('Please try again later');
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Oops! something went wrong\s*Please try again later\s*Try again$/,
    );
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Menu 1' })).toBeInTheDocument();
  });

  it('show in a dialog that more of them could not be loaded', async () => {
    const all = services([link('1')]);
    const getList = async (entity: string, params: GetListParams) => {
      if (!entity.startsWith('rich-menu-link')) return all.getList(entity, params);
      if (params.pagination?.page !== 1) throw new HttpError('Broken', 500);
      return { ...(await all.getList(entity, params)), pageInfo: { hasNextPage: true } };
    };
    const { user } = open({ ...all, getList });
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    await user.click(within(failed).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('link', { name: 'Menu 1' })).toBeInTheDocument();
  });

  it('show in a dialog that several deletions had no response', async () => {
    const all = services([link('1'), link('2', forVip)]);
    const deleteMany = async () => ({
      data: [],
      failed: {},
      postponed: [],
      unanswered: { ids: ['1', '2'], error: new HttpError('Broken', 500) },
    });
    const { user } = open({ ...all, deleteMany });
    await user.click(await screen.findByRole('checkbox', { name: /Menu 1/ }));
    await user.click(screen.getByRole('checkbox', { name: /Menu 2/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: /^Delete 2/ });
    await user.click(await within(question).findByRole('button', { name: /^Delete/ }));
    const failed = await screen.findByRole('dialog', { name: 'Oops! something went wrong' });
    expect(failed).toHaveTextContent('Please try again later');
  });

  it('show what LINE refused, and retry it', async () => {
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

  it('show once that the channel is not connected, and which of them a person sees', async () => {
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

  it('are searched, with the menus of each, and link to them', async () => {
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
    // A channel without menus has no request.
    expect(asked.filter(([entity]) => entity.startsWith('rich-menu-link@c'))).toEqual([
      ['rich-menu-link@c1', { state: 'active' }],
    ]);
    // People who may add menus and channels add none here.
    for (const what of [/^Add/, /^Create/, /^Actions/, /^Preview/, 'Columns'])
      expect(screen.queryByRole('button', { name: what })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No channels found')).toBeInTheDocument();
    expect(asked.at(-1)).toEqual(['rich-menu-link@', { type: 'LINE', keyword: 'nobody' }]);
  });

  it('link to where channels are created while there are none', async () => {
    show({ getList: async () => found([]) });
    expect(await screen.findByText('No LINE channels yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open channels' })).toHaveAttribute(
      'href',
      '/channel-management',
    );
  });
});
