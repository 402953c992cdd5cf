import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { useRefetchOnChanges } from '../../../resources/live/subscribeToChanges.ts';

/** Largest number of menus that are fetched of a channel. */
export const MAX_MENUS = 100;
export const MENUS_KEY = 'channel menus';
const NO_MENUS: ChannelMenu[] = [];

/** The first active menus of a channel, in the order of precedence. */
export const useActiveMenus = (channel: string, take: number): ChannelMenu[] => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data = NO_MENUS } = useQuery({
    queryKey: [MENUS_KEY, 'active', channel, take],
    queryFn: ({ signal }) => provider.channelMenus(channel, 'active', { take, signal }),
    retry: false,
  });
  return data;
};

/** Refetches the menus when others or LINE change them. */
export const useRefetchMenus = (): void => useRefetchOnChanges('rich-menu-link', [MENUS_KEY]);
