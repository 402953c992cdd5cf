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

/** How long loaded rows are fresh; after that a reopened list refetches them. */
const STALE_TIME_MS = 30_000;
const NO_ROWS: ListRecord[] = [];

export interface ListRows {
  rows: ListRecord[];
  /** Nothing to show yet. */
  isPending: boolean;
  /** Rows of the previous query are shown while those of the new one load. */
  isPlaceholderData: boolean;
  isFetchingMore: boolean;
  /** Any fetch is running, background refetches included. */
  isFetching: boolean;
  hasMore: boolean;
  error: Error | null;
  /** The requested page lies past the end: its rows are gone, or a link is old. */
  isPageOutOfRange: boolean;
  /** How many rows there are, where the end is known. */
  total?: number;
  fetchMore: () => void;
  retry: () => void;
}

/** Refetching every page is slow: with several pages only changed rows are refreshed. */
const hasSinglePage = ({ state }: { state: { data?: unknown } }): boolean =>
  ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) <= 1;
const isStaleScrolledQuery = (query: Query): boolean => isScrolled(query) && query.isStale();

/**
 * The rows of a list: all scrolled pages, or one page if the state has one.
 * @returns a stable object until something in it changes
 */
export const useListRows = (
  model: ConsoleEntity,
  state: ListState,
  filter: Record<string, unknown>,
): ListRows => {
  const params = { sort: state.sort, filter, pagination: { page: state.page ?? 1, perPage: state.perPage } };
  const options = { staleTime: STALE_TIME_MS, placeholderData: keepPreviousData, retry: false };
  const paged = state.page !== undefined;
  const getInitialData = usePreloadedInitialData(model, params, paged);
  const infiniteQuery = useInfiniteGetList<ListRecord>(model.name, params, {
    ...options,
    enabled: !paged,
    refetchOnMount: hasSinglePage,
    initialData: getInitialData,
  });
  const client = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  useEffect(
    () => refreshChangedRows(client, dataProvider, model.name, undefined, isStaleScrolledQuery),
    [client, dataProvider, model.name],
  );
  const pageQuery = useGetList<ListRecord>(model.name, params, { ...options, enabled: paged });

  const pages = infiniteQuery.data?.pages;
  const infiniteRows = useMemo(() => pages?.flatMap(({ data }) => data) ?? NO_ROWS, [pages]);
  const { fetchNextPage, refetch: refetchPages } = infiniteQuery;
  const { refetch: refetchPage } = pageQuery;
  const [query, rows] = paged ? [pageQuery, pageQuery.data ?? NO_ROWS] : [infiniteQuery, infiniteRows];
  const hasMore = (paged ? pageQuery.pageInfo?.hasNextPage : infiniteQuery.hasNextPage) ?? false;
  const { isFetching, isPlaceholderData, error } = query;
  const isLaterPage = paged && state.page !== 1;
  const isEmpty = rows.length === 0 && !error && !query.isPending;
  // The page is empty but others are not: pending until the list moves to one.
  const isPending = query.isPending || (isEmpty && (hasMore || isLaterPage));
  const isPageOutOfRange = isEmpty && isLaterPage && !isFetching;
  const isFetchingMore = !paged && infiniteQuery.isFetchingNextPage;
  const nextPageFailed = !paged && pages !== undefined && infiniteQuery.isFetchNextPageError;
  const total = paged
    ? pageQuery.total
    : hasMore || infiniteQuery.isPending
      ? undefined
      : infiniteRows.length;
  const canFetchMore = !paged && hasMore && !isFetching;
  const fetchMore = useCallback(() => {
    if (canFetchMore) void fetchNextPage();
  }, [canFetchMore, fetchNextPage]);
  const retry = useCallback(
    () => void (paged ? refetchPage() : nextPageFailed ? fetchNextPage() : refetchPages()),
    [paged, nextPageFailed, refetchPage, fetchNextPage, refetchPages],
  );
  const flags = useMemo(
    () => ({ isPending, isFetching, isFetchingMore, isPageOutOfRange, isPlaceholderData, hasMore }),
    [isPending, isFetching, isFetchingMore, isPageOutOfRange, isPlaceholderData, hasMore],
  );
  return useMemo(
    () => ({ rows, total, error, ...flags, fetchMore, retry }),
    [rows, total, error, flags, fetchMore, retry],
  );
};

/**
 * Rows embedded in the HTML page, shown without a skeleton. Returns a function for `initialData`: calling it consumes
 * the preloaded response.
 */
const usePreloadedInitialData = (model: ConsoleEntity, params: GetListParams, paged: boolean) => {
  // `useDataProvider` would make this call asynchronous.
  const { preloadedList } = useContext(DataProviderContext) as Partial<ConsoleDataProvider>;
  return (): InfiniteData<GetInfiniteListResult<ListRecord>, number> | undefined => {
    const page = paged ? undefined : preloadedList?.<ListRecord>(model.name, params);
    return page && { pages: [{ ...page, pageParam: 1 }], pageParams: [1] };
  };
};
