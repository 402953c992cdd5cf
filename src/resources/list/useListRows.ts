import { useContext, useEffect, useMemo } from 'react';
import { type InfiniteData, keepPreviousData, type Query, useQueryClient } from '@tanstack/react-query';
import { DataProviderContext, useDataProvider, useGetList, useInfiniteGetList } from 'ra-core';
import type { GetInfiniteListResult, GetListParams } from 'ra-core';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { isScrolled } from '../actions/recordCache.ts';
import { lookAgain } from '../actions/useRecordMutation.ts';
import type { ListRecord } from '../fields/types.ts';
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

/** The rows of a list: all that were scrolled to, or one page where the state names one. */
export const useListRows = (
  model: ConsoleEntity,
  state: ListState,
  filter: Record<string, unknown>,
): ListRows => {
  const params = { sort: state.sort, filter, pagination: { page: state.page ?? 1, perPage: state.perPage } };
  const options = { staleTime: FRESH_MS, placeholderData: keepPreviousData, retry: false };
  const paged = state.page !== undefined;
  const brought = useBroughtRows(model, params, paged);
  const scrolled = useInfiniteGetList<ListRecord>(model.name, params, {
    ...options,
    enabled: !paged,
    refetchOnMount: isOnePage,
    initialData: brought,
  });
  const client = useQueryClient();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  useEffect(
    () => lookAgain(client, dataProvider, model.name, undefined, isOld),
    [client, dataProvider, model.name],
  );
  const page = useGetList<ListRecord>(model.name, params, { ...options, enabled: paged });

  const pages = scrolled.data?.pages;
  const all = useMemo(() => pages?.flatMap((one) => one.data) ?? NO_ROWS, [pages]);
  if (paged) {
    const hasMore = page.pageInfo?.hasNextPage ?? false;
    const isBare = page.data?.length === 0 && !page.error;
    return {
      rows: page.data ?? NO_ROWS,
      isPending: page.isPending || (isBare && (hasMore || state.page !== 1)),
      isBeyond: isBare && state.page !== 1 && !page.isFetching,
      isStale: page.isPlaceholderData,
      isFetchingMore: false,
      hasMore,
      error: page.error,
      total: page.total,
      fetchMore: () => undefined,
      retry: () => void page.refetch(),
    };
  }
  const hasMore = scrolled.hasNextPage;
  return {
    rows: all,
    // All that was loaded is gone, and more is to come.
    isPending: scrolled.isPending || (all.length === 0 && hasMore),
    isBeyond: false,
    isStale: scrolled.isPlaceholderData,
    isFetchingMore: scrolled.isFetchingNextPage,
    hasMore,
    error: scrolled.error,
    total: hasMore || scrolled.isPending ? undefined : all.length,
    fetchMore: () => {
      if (hasMore && !scrolled.isFetching) void scrolled.fetchNextPage();
    },
    retry: () =>
      void (pages && scrolled.isFetchNextPageError ? scrolled.fetchNextPage() : scrolled.refetch()),
  };
};

/**
 * The rows with which the page came, in react-admin's terms: drawn at once, rather than behind a drawing of placeholders.
 * Given to the cache, which asks for it when it has nothing.
 */
const useBroughtRows = (model: ConsoleEntity, params: GetListParams, paged: boolean) => {
  // What the hook of the same name gives makes a promise of every answer.
  const { broughtList } = useContext(DataProviderContext) as Partial<ConsoleDataProvider>;
  return (): InfiniteData<GetInfiniteListResult<ListRecord>, number> | undefined => {
    const page = paged ? undefined : broughtList?.<ListRecord>(model.name, params);
    return page && { pages: [{ ...page, pageParam: 1 }], pageParams: [1] };
  };
};
