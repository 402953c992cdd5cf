import { useCallback, useContext, useEffect, useMemo } from 'react';
import { type InfiniteData, keepPreviousData, type Query, useQueryClient } from '@tanstack/react-query';
import { DataProviderContext, useDataProvider, useGetList, useInfiniteGetList } from 'react-admin';
import type { GetInfiniteListResult, GetListParams } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { isScrolled } from '../live/recordCache.ts';
import { refreshChangedRows } from '../changes/useRecordMutation.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ListState } from './listState.ts';
import type { ConsoleEntity } from '../product.ts';

/** How long loaded rows count as fresh; coming back to a list later asks for them anew, in the background. */
const FRESH_MS = 30_000;
const NO_ROWS: ListRecord[] = [];

export interface ListRows {
  rows: ListRecord[];
  /** Nothing to show yet. */
  isPending: boolean;
  /** Rows of the last state are still shown while those of the new one load. */
  isStale: boolean;
  isFetchingMore: boolean;
  /** Anything is asked for, also what is shown already. */
  isFetching: boolean;
  hasMore: boolean;
  error: Error | null;
  /** The page asked for lies behind the last row: all that stood there are gone, or a link is old. */
  isBeyond: boolean;
  /** How many rows there are, where the end is known. */
  total?: number;
  fetchMore: () => void;
  retry: () => void;
}

/** Coming back to many pages would ask for each of them, one after the other; their rows are looked at instead. */
const isOnePage = ({ state }: { state: { data?: unknown } }): boolean =>
  ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) <= 1;
const isOld = (query: Query): boolean => isScrolled(query) && query.isStale();

/**
 * The rows of a list: all that were scrolled to, or one page where the state names one.
 * @returns the very same object as long as nothing of it changes
 */
export const useListRows = (
  model: ConsoleEntity,
  state: ListState,
  filter: Record<string, unknown>,
): ListRows => {
  const params = { sort: state.sort, filter, pagination: { page: state.page ?? 1, perPage: state.perPage } };
  const options = { staleTime: FRESH_MS, placeholderData: keepPreviousData, retry: false };
  const paged = state.page !== undefined;
  const preloaded = usePreloadedRows(model, params, paged);
  const scrolled = useInfiniteGetList<ListRecord>(model.name, params, {
    ...options,
    enabled: !paged,
    refetchOnMount: isOnePage,
    initialData: preloaded,
  });
  const client = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  useEffect(
    () => refreshChangedRows(client, dataProvider, model.name, undefined, isOld),
    [client, dataProvider, model.name],
  );
  const page = useGetList<ListRecord>(model.name, params, { ...options, enabled: paged });

  const pages = scrolled.data?.pages;
  const all = useMemo(() => pages?.flatMap((one) => one.data) ?? NO_ROWS, [pages]);
  const { fetchNextPage, refetch: refetchPages } = scrolled;
  const { refetch: refetchPage } = page;
  const [query, rows] = paged ? [page, page.data ?? NO_ROWS] : [scrolled, all];
  const hasMore = (paged ? page.pageInfo?.hasNextPage : scrolled.hasNextPage) ?? false;
  const { isFetching, isPlaceholderData, error } = query;
  const isBehindFirst = paged && state.page !== 1;
  const isBare = rows.length === 0 && !error && !query.isPending;
  // All that stood there is gone, and there are others.
  const isPending = query.isPending || (isBare && (hasMore || isBehindFirst));
  const isBeyond = isBare && isBehindFirst && !isFetching;
  const isFetchingMore = !paged && scrolled.isFetchingNextPage;
  const hasFailedToGoOn = !paged && pages !== undefined && scrolled.isFetchNextPageError;
  const total = paged ? page.total : hasMore || scrolled.isPending ? undefined : all.length;
  const canFetchMore = !paged && hasMore && !isFetching;
  const fetchMore = useCallback(() => {
    if (canFetchMore) void fetchNextPage();
  }, [canFetchMore, fetchNextPage]);
  const retry = useCallback(
    () => void (paged ? refetchPage() : hasFailedToGoOn ? fetchNextPage() : refetchPages()),
    [paged, hasFailedToGoOn, refetchPage, fetchNextPage, refetchPages],
  );
  const flags = useMemo(
    () => ({ isPending, isFetching, isFetchingMore, isBeyond, isStale: isPlaceholderData, hasMore }),
    [isPending, isFetching, isFetchingMore, isBeyond, isPlaceholderData, hasMore],
  );
  return useMemo(
    () => ({ rows, total, error, ...flags, fetchMore, retry }),
    [rows, total, error, flags, fetchMore, retry],
  );
};

/**
 * The rows with which the page came, in react-admin's terms: drawn at once, rather than behind a drawing of placeholders.
 * Given to the cache, which asks for it when it has nothing.
 */
const usePreloadedRows = (model: ConsoleEntity, params: GetListParams, paged: boolean) => {
  // What the hook of the same name gives makes a promise of every answer.
  const { preloadedList } = useContext(DataProviderContext) as Partial<ConsoleDataProvider>;
  return (): InfiniteData<GetInfiniteListResult<ListRecord>, number> | undefined => {
    const page = paged ? undefined : preloadedList?.<ListRecord>(model.name, params);
    return page && { pages: [{ ...page, pageParam: 1 }], pageParams: [1] };
  };
};
