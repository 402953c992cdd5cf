import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ConsoleEntity } from '../product.ts';

/** The services' cap on counts. */
const MAX_COUNTED = 1000;

/** Formats a capped count: `1000+`. */
export const formatCount = (count: number): string =>
  count >= MAX_COUNTED ? `${MAX_COUNTED}+` : String(count);

/** Counts of records per tab under the search and other filters; undefined while unknown. */
export const useTabCounts = (model: ConsoleEntity, filter: Record<string, unknown>) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const by = model.list.tabs?.by ?? '';
  const { [by]: _tab, ...others } = filter;
  const { data, isLoading } = useQuery({
    queryKey: [model.name, 'counts', by, others],
    queryFn: ({ signal }) => dataProvider.counts(model.name, { by, filter: others, signal }),
    enabled: model.list.tabs?.counts === true,
    placeholderData: (previous) => previous,
    staleTime: 30_000,
  });
  return { counts: data, isCounting: isLoading };
};
