import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ChannelMenu } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { useRefetchOnChanges } from '../../../resources/live/subscribeToChanges.ts';

/** Channels of a page; one more is asked for, which says that there are more. */
const PAGE_SIZE = 10;
/** Menus of a channel that are looked at together. */
export const MAX_MENUS = 100;
export const MENUS_KEY = 'channel menus';
const NO_MENUS: ChannelMenu[] = [];

/** The channels that show rich menus, those whose name has the keyword. */
export const useMenuChannels = (keyword: string) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [MENUS_KEY, 'channels', keyword],
    queryFn: ({ pageParam: after, signal }) =>
      provider.menuChannels({ take: PAGE_SIZE + 1, after, keyword, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length > PAGE_SIZE ? page[PAGE_SIZE - 1]?.id : undefined),
    retry: false,
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.slice(0, PAGE_SIZE)),
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
};

/** The first active menus of a channel, in the order in which they win. */
export const useActiveMenus = (channel: string, take: number): ChannelMenu[] => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data = NO_MENUS } = useQuery({
    queryKey: [MENUS_KEY, 'active', channel, take],
    queryFn: ({ signal }) => provider.channelMenus(channel, 'active', { take, signal }),
    retry: false,
  });
  return data;
};

/** What others change, and what LINE says, is looked at when it is told. */
export const useFollowMenus = (): void => useRefetchOnChanges('rich-menu-link', [MENUS_KEY]);
