import { useQuery } from '@tanstack/react-query';
import { DataProviderContext, useDataProvider } from 'react-admin';
import { useContext, useState } from 'react';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ListRows } from './useListRows.ts';

export interface Total {
  /** Count of the list's records; undefined while unknown. */
  total?: number;
  /** The count is capped; there are more. */
  more: boolean;
  /** Requests the exact count. */
  countAll: () => void;
  isCounting: boolean;
}

/**
 * The count of a list's records: known at the end of the list, else requested once its rows are loaded, up to 1000
 * unless `countAll` is called.
 */
export const useTotal = (model: ConsoleEntity, list: ListRows, filter: Record<string, unknown>): Total => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  // `useDataProvider` would make this call asynchronous.
  const { preloadedTotal } = useContext(DataProviderContext) as Partial<ConsoleDataProvider>;
  const scope = JSON.stringify([model.name, filter]);
  const [exactScope, setExactScope] = useState<string>();
  const exact = exactScope === scope;
  const isOpenEnded =
    list.total === undefined && !list.isPending && !list.isPlaceholderData && list.rows.length > 0;
  const { data, isFetching } = useQuery({
    queryKey: [model.name, 'total', filter, exact],
    queryFn: ({ signal }) => dataProvider.total(model.name, { filter, exact, signal }),
    enabled: isOpenEnded,
    initialData: () => (exact ? undefined : preloadedTotal?.(model.name, filter)),
    staleTime: 30_000,
    retry: false,
    placeholderData: exact ? (previous) => previous : undefined,
  });
  const counted = isOpenEnded ? data : undefined;
  return {
    total: list.total ?? counted?.total,
    more: list.total === undefined && counted?.more === true,
    countAll: () => setExactScope(scope),
    isCounting: exact && isFetching,
  };
};
