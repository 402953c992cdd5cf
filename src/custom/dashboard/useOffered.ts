import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { FilterOption, FilterOptionsPath } from '../../dataProvider/dashboardVerbs.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { KEY } from './useFigures.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Rows of a page of a picker (docs/product.md); one more is asked for, which says that there are more. */
const PAGE = 10;

/** What a filter offers, page by page. */
export function useOffered(path: FilterOptionsPath, keyword: string, enabled: boolean) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [KEY, 'offered', path, keyword],
    queryFn: ({ pageParam, signal }) =>
      provider.filterOptions(path, { take: PAGE + 1, after: pageParam, keyword, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FilterOption[]) => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
  const { hasNextPage, isFetchingNextPage } = query;
  return {
    rows: query.data?.pages.flatMap((page) => page.slice(0, PAGE)) ?? [],
    error: query.error,
    isPending: query.isPending && enabled,
    hasMore: hasNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

/** What is chosen, with its names: of an address only the ids are known. One that is gone keeps a stand-in. */
export function useChosen(
  path: FilterOptionsPath,
  ids: readonly string[],
  known: readonly FilterOption[],
): FilterOption[] {
  const provider = useDataProvider<ConsoleDataProvider>();
  const sorted = [...ids].sort();
  const {
    data = [],
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    queryKey: [KEY, 'chosen', path, sorted],
    queryFn: ({ signal }) => provider.filterOptions(path, { take: 100, ids: sorted, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: ids.length > 0,
  });
  const isKnown = isSuccess && !isPlaceholderData;
  const named = new Map([...data, ...known].map((one) => [one.id, one]));
  return ids.map((id) => named.get(id) ?? { id, name: isKnown ? t('Deleted') : '…' });
}
