import { useQuery } from '@tanstack/react-query';
import { DataProviderContext, useDataProvider } from 'react-admin';
import { useContext, useState } from 'react';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ListRows } from './useListRows.ts';

export interface Total {
  /** How many records the list has; undefined while unknown. */
  total?: number;
  /** There are more than that. */
  more: boolean;
  /** Counts all of them, however many. */
  countAll: () => void;
  isCounting: boolean;
}

/** How many records a list has: known at its end, otherwise counted once its rows are there; beyond 1000 when asked. */
export const useTotal = (model: ConsoleEntity, list: ListRows, filter: Record<string, unknown>): Total => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  // What the hook of the same name gives makes a promise of every answer.
  const { preloadedTotal } = useContext(DataProviderContext) as Partial<ConsoleDataProvider>;
  const scope = JSON.stringify([model.name, filter]);
  const [asked, setAsked] = useState<string>();
  const exact = asked === scope;
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
    countAll: () => setAsked(scope),
    isCounting: exact && isFetching,
  };
};
