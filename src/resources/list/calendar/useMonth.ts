import { useEffect, useMemo } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { useInfiniteGetList } from 'react-admin';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { Day } from '../../dates/days.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { byDay, withinDays } from './monthModel.ts';

/** Records of a page, and pages of a month. */
const ROWS_PER_REQUEST = 100;
const MAX_REQUESTS = 5;
/** Records of a month that are drawn. */
export const MAX_RECORDS_SHOWN = ROWS_PER_REQUEST * MAX_REQUESTS;
const FRESH_MS = 30_000;

/** What falls on the days from one to another, of those that the list is narrowed to. */
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
      filter: withinDays(requestFilter, field, first, last),
      pagination: { page: 1, perPage: ROWS_PER_REQUEST },
    },
    { staleTime: FRESH_MS, placeholderData: keepPreviousData, retry: false },
  );
  const { data, hasNextPage, isFetching, isPlaceholderData, error, fetchNextPage } = query;
  const pages = data?.pages;
  const loaded = pages?.length ?? 0;
  const isWhole = !hasNextPage || loaded >= MAX_REQUESTS;
  // An answer that comes at once is never seen to be fetched: the next page follows from how many there are.
  useEffect(() => {
    if (!isWhole && !isFetching && !error) void fetchNextPage();
  }, [loaded, isWhole, isFetching, error, fetchNextPage]);
  const days = useMemo(() => byDay(field, pages?.flatMap((page) => page.data) ?? []), [field, pages]);
  return {
    days,
    error,
    retry: () => void query.refetch(),
    isPending: query.isPending || isPlaceholderData || !isWhole,
    /** There are more than are drawn. */
    isCut: isWhole && hasNextPage,
  };
}
