import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ChannelMenu, MenuState } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { useRefetchOnChanges } from '../../../resources/live/subscribeToChanges.ts';

/** Rows of a page; one more is asked for, which says that there are more. */
const PAGE = 10;
const KEY = 'channel menus';

/** Pages of what is asked for, one row more than each shows. */
function usePages<T extends { id: string }>(
  key: unknown[],
  ask: (after: string | undefined, take: number, signal: AbortSignal) => Promise<T[]>,
) {
  const query = useInfiniteQuery({
    queryKey: [KEY, ...key],
    queryFn: ({ pageParam, signal }) => ask(pageParam, PAGE + 1, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: T[]) => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
    retry: false,
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.slice(0, PAGE)),
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  };
}

/** The LINE channels, those whose name has the keyword. */
export const useMenuChannels = (keyword: string) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  return usePages(['channels', keyword], (after, take, signal) =>
    provider.menuChannels({ take, after, keyword, signal }),
  );
};

/** One channel, with how many menus are active and upcoming. */
export const useMenuChannel = (id: string) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: [KEY, 'channel', id],
    queryFn: ({ signal }) => provider.menuChannel(id, { signal }),
    retry: false,
  });
};

/** A channel's menus in a state, followed while they are shown. */
export const useChannelMenus = (channel: string, state: MenuState) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  return usePages<ChannelMenu>(['menus', channel, state], (after, take, signal) =>
    provider.channelMenus(channel, state, { take, after, signal }),
  );
};

/** Looks again at everything of the channels' menus. */
export const useLookAgain = (): (() => void) => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [KEY] });
};

/** What others change, and what LINE says, is looked at when it is told. */
export const useFollowMenus = (): void => useRefetchOnChanges('rich-menu-link', [KEY]);
