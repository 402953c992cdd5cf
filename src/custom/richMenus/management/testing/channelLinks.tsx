import { isValidElement, type ReactNode } from 'react';
import type { GetListParams } from 'react-admin';
import type { ChannelMenu } from '../../../../dataProvider/channelMenuVerbs.ts';
import { entityRoutes } from '../../../../console/EntityResource.tsx';
import { everyRight, renderInConsole } from '../../../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../../../resources/form/useFormValidator.ts';
import { entityByName } from '../../../../resources/product.ts';
import { Notifications } from '../../../../ui/Notifications.tsx';
import '../../index.ts';

/** Loads the code of the screens, so that no test waits for it. */
export const loadScreens = () =>
  Promise.all([
    loadForm('rich-menu-link'),
    import('../../MenuPicker.tsx'),
    import('../../YesNoButtons.tsx'),
    import('../../NowOrLater.tsx'),
    import('../../LinkPhonePanel.tsx'),
    import('../../../../ui/NotificationBar.tsx'),
    import('../../../../resources/list/EntityList.tsx'),
    import('../../../../resources/edit/EntityCreate.tsx'),
    import('../../../../resources/edit/EntityEdit.tsx'),
  ]);

export const menu = (id: string, more: Partial<ChannelMenu> = {}): ChannelMenu => ({
  ...{ id, version: 1, state: 'active', chatBarText: 'เมนู', selected: true, default: true },
  richmenu: { id: `r-${id}`, name: `Menu ${id}`, size: 'original', pattern: 'L1', image: null },
  ...{ image: null, segment: null, priority: null, createdAt: '2026-11-12T02:00:00.000Z' },
  ...{ triggerTime: null, lineState: 'linked', lineFault: null },
  ...more,
});
export const ofSegment = {
  default: false,
  segment: { id: 's1', name: 'VIP' },
  priority: '05',
  selected: false,
};
export const channel = {
  id: 'c1',
  name: 'Siam Lifestyle',
  activeRichmenu: 2,
  upcomingRichmenu: 1,
  type: 'LINE',
};
const shop = { id: 'r1', version: 1, name: 'Shop', size: 'original', pattern: 'L7', areas: [], image: null };
const vip = { id: 's1', version: 1, name: 'VIP' };

type Link = Record<string, unknown> & { id: string };
export const link = (id: string, more: object = {}): Link => ({
  ...{ id, version: 1, channel: 'c1', richmenu: 'r1', name: `Menu ${id}`, size: 'original', pattern: 'L1' },
  ...{ state: 'active', chatBarText: 'เมนู', selected: true, default: true, lineState: 'linked' },
  ...{ activeSince: '2026-11-12T02:00:00.000Z', createdAt: '2026-11-11T02:00:00.000Z' },
  ...more,
});
export const forVip = { default: false, segment: 's1', priority: '05', selected: false };
export const upcoming = {
  state: 'upcoming',
  triggerTime: '2099-12-28T02:00:00.000Z',
  activeSince: undefined,
};

/** Mocked services with these links on the channel. */
export const services = (links: Link[], own: object = {}) => {
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
    savePreference: async () => undefined,
    ...own,
  };
};

export const rights = {
  ...everyRight,
  actions: [...everyRight.actions, 'rich-menu-link:retry'],
};
const LIST = '/richmenu/management/:channel';
/** Renders the generated screens of the links, with their routes. */
export const open = (dataProvider: object, at = '/richmenu/management/c1') => {
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
