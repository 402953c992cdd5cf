import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { FilterOption, FilterOptionsPath } from '../../dataProvider/dashboardVerbs.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { KEY } from './useFigures.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Options of a page (docs/product.md); one more is requested, which shows that there are more. */
const OPTIONS_PER_PAGE = 10;

/** The options of a filter, page by page. */
export function useFilterOptions(path: FilterOptionsPath, keyword: string, enabled: boolean) {
  const provider = useDataProvider<ConsoleDataProvider>();
  const query = useInfiniteQuery({
    queryKey: [KEY, 'offered', path, keyword],
    queryFn: ({ pageParam, signal }) =>
      provider.filterOptions(path, { take: OPTIONS_PER_PAGE + 1, after: pageParam, keyword, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FilterOption[]) =>
      page.length > OPTIONS_PER_PAGE ? page[OPTIONS_PER_PAGE - 1]?.id : undefined,
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
  const { hasNextPage, isFetchingNextPage } = query;
  return {
    rows: query.data?.pages.flatMap((page) => page.slice(0, OPTIONS_PER_PAGE)) ?? [],
    error: query.error,
    isPending: query.isPending && enabled,
    hasMore: hasNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

/** The chosen options, with their names: an address has only the ids. A deleted one has a placeholder. */
export function useChosenOptions(
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
