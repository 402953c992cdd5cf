import { useMemo } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { HistoryEntry } from '../../../schemas/model/responses.ts';

/** Page size. */
const ENTRIES_PER_PAGE = 20;

/** Loads a record's history, newest first, page by page. */
export const useHistory = (resource: string, id: string) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [resource, 'history', id],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.history(resource, id, {
        take: ENTRIES_PER_PAGE + 1,
        ...(pageParam !== undefined && { cursorId: pageParam, skip: 1 }),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    // One extra row shows whether there are more.
    getNextPageParam: (page: HistoryEntry[]) =>
      page.length > ENTRIES_PER_PAGE ? page[ENTRIES_PER_PAGE - 1]?.id : undefined,
    retry: false,
    // Not cached, so that a restore always chooses from the current history.
    gcTime: 0,
  });
  const entries = useMemo(
    () => query.data?.pages.flatMap((page) => page.slice(0, ENTRIES_PER_PAGE)) ?? [],
    [query.data],
  );
  return { ...query, entries };
};
