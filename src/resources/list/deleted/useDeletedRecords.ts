import { useMemo } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { DeletedRecord } from '../../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';

/** Page size. */
const DELETIONS_PER_PAGE = 30;

/** Loads an entity's deleted records, latest first, page by page. */
export const useDeletedRecords = (resource: string, keyword: string) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [resource, 'deleted', keyword],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.deleted(resource, {
        take: DELETIONS_PER_PAGE + 1,
        ...(keyword && { keyword }),
        ...(pageParam !== undefined && { cursorId: pageParam, skip: 1 }),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    // One extra row shows whether there are more.
    getNextPageParam: (page: DeletedRecord[]) =>
      page.length > DELETIONS_PER_PAGE ? page[DELETIONS_PER_PAGE - 1]?.id : undefined,
    placeholderData: (previous) => previous,
    retry: false,
  });
  const records = useMemo(
    () => query.data?.pages.flatMap((page) => page.slice(0, DELETIONS_PER_PAGE)) ?? [],
    [query.data],
  );
  return { ...query, records };
};
