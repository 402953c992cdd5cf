import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type {
  ChartPath,
  CountPath,
  FigurePoint,
  FigureQuery,
  Interval,
} from '../../dataProvider/dashboardVerbs.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { Range } from '../../resources/dates/rangeModel.ts';
import { type DashboardFilter, intervalOf, rangeBefore, SOURCES } from './filterModel.ts';

export const KEY = 'dashboard';

/** What a filter asks the services for, now and for the time before. */
export function questionsOf(
  filter: DashboardFilter,
  range: Range,
): { now: FigureQuery; before: FigureQuery } {
  const { channels, sources } = filter;
  const interval = intervalOf(filter, range);
  const rest = { interval, channels, ...(sources.length < SOURCES.length && { sources }) };
  return { now: { ...range, ...rest }, before: { ...rangeBefore(range), ...rest } };
}

/** The sources count for messages alone. */
export const asked = (path: string, { sources, ...query }: FigureQuery): FigureQuery =>
  path === 'messages/chart' || path === 'messages/count/total' ? { ...query, sources } : query;

/**
 * A number. What is shown stays until the next one has come: nothing jumps while the filter changes.
 * @param enabled false where nothing is asked for at all
 */
export function useAmount(path: CountPath, query: FigureQuery, enabled = true): UseQueryResult<number> {
  const provider = useDataProvider<ConsoleDataProvider>();
  const own = asked(path, query);
  return useQuery({
    queryKey: [KEY, path, own],
    queryFn: ({ signal }) => provider.figureAmount(path, own, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}

/** Points over time, with the interval that they are of: what is kept while the next ones come may have another. */
export interface Rows {
  interval: Interval;
  points: FigurePoint[];
}

/** Points over time, kept in the same way. */
export function useRows(path: ChartPath, query: FigureQuery, enabled = true): UseQueryResult<Rows> {
  const provider = useDataProvider<ConsoleDataProvider>();
  const own = asked(path, query);
  return useQuery({
    queryKey: [KEY, path, own],
    queryFn: async ({ signal }): Promise<Rows> => ({
      interval: own.interval,
      points: await provider.figureRows(path, own, { signal }),
    }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}
