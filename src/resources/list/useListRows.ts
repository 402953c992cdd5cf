import { useMemo } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { useGetList, useInfiniteGetList } from 'ra-core';
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
  /** How many rows there are, where the end is known. */
  total?: number;
  fetchMore: () => void;
  retry: () => void;
}

/** The rows of a list: all that were scrolled to, or one page where the state names one. */
export const useListRows = (
  model: ConsoleEntity,
  state: ListState,
  filter: Record<string, unknown>,
): ListRows => {
  const params = { sort: state.sort, filter, pagination: { page: state.page ?? 1, perPage: state.perPage } };
  const options = { staleTime: FRESH_MS, placeholderData: keepPreviousData, retry: false };
  const paged = state.page !== undefined;
  const scrolled = useInfiniteGetList<ListRecord>(model.name, params, { ...options, enabled: !paged });
  const page = useGetList<ListRecord>(model.name, params, { ...options, enabled: paged });

  const pages = scrolled.data?.pages;
  const all = useMemo(() => pages?.flatMap((one) => one.data) ?? NO_ROWS, [pages]);
  if (paged) {
    return {
      rows: page.data ?? NO_ROWS,
      isPending: page.isPending,
      isStale: page.isPlaceholderData,
      isFetchingMore: false,
      hasMore: page.pageInfo?.hasNextPage ?? false,
      error: page.error,
      total: page.total,
      fetchMore: () => undefined,
      retry: () => void page.refetch(),
    };
  }
  const hasMore = scrolled.hasNextPage;
  return {
    rows: all,
    isPending: scrolled.isPending,
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
