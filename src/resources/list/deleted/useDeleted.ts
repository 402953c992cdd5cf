import { useMemo } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { DeletedRecord } from '../../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';

/** Deletions that one request brings. */
const PER_PAGE = 30;

/** What was deleted of an entity and is not back, the latest first, page after page. */
export const useDeleted = (resource: string, keyword: string) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [resource, 'deleted', keyword],
    queryFn: ({ pageParam, signal }) =>
      dataProvider.deleted(resource, {
        take: PER_PAGE + 1,
        ...(keyword && { keyword }),
        ...(pageParam !== undefined && { cursorId: pageParam, skip: 1 }),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    // One row more than is shown tells whether there are more.
    getNextPageParam: (page: DeletedRecord[]) =>
      page.length > PER_PAGE ? page[PER_PAGE - 1]?.id : undefined,
    placeholderData: (previous) => previous,
    retry: false,
  });
  const records = useMemo(
    () => query.data?.pages.flatMap((page) => page.slice(0, PER_PAGE)) ?? [],
    [query.data],
  );
  return { ...query, records };
};
