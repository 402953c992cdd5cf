import { useEffect, useMemo } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { useInfiniteGetList } from 'react-admin';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { Day } from '../../dates/days.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { groupByDay, limitFilterToDays } from './monthModel.ts';

/** Records per request, and requests per month. */
const ROWS_PER_REQUEST = 100;
const MAX_REQUESTS = 5;
/** Records shown per month. */
export const MAX_RECORDS_SHOWN = ROWS_PER_REQUEST * MAX_REQUESTS;
const STALE_TIME_MS = 30_000;

/** Loads the list's records between two days. */
export function useMonth(
  { model, requestFilter }: EntityListModel,
  field: FieldModel,
  first: Day,
  last: Day,
) {
  const query = useInfiniteGetList<ListRecord>(
    model.name,
    {
      sort: { field: field.name, order: 'ASC' },
      filter: limitFilterToDays(requestFilter, field, first, last),
      pagination: { page: 1, perPage: ROWS_PER_REQUEST },
    },
    { staleTime: STALE_TIME_MS, placeholderData: keepPreviousData, retry: false },
  );
  const { data, hasNextPage, isFetching, isPlaceholderData, error, fetchNextPage } = query;
  const pages = data?.pages;
  const loaded = pages?.length ?? 0;
  const isWhole = !hasNextPage || loaded >= MAX_REQUESTS;
  // Depends on the page count, since a cached page never sets `isFetching`.
  useEffect(() => {
    if (!isWhole && !isFetching && !error) void fetchNextPage();
  }, [loaded, isWhole, isFetching, error, fetchNextPage]);
  const days = useMemo(() => groupByDay(field, pages?.flatMap((page) => page.data) ?? []), [field, pages]);
  return {
    days,
    error,
    retry: () => void query.refetch(),
    isPending: query.isPending || isPlaceholderData || !isWhole,
    /** There are more records than are shown. */
    isTruncated: isWhole && hasNextPage,
  };
}
