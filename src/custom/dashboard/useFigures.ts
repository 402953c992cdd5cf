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
import { type DashboardFilter, intervalOf, previousRange, SOURCES } from './filterModel.ts';

export const KEY = 'dashboard';

/** Builds the queries of a filter, for the current and the previous period. */
export function buildFigureQueries(
  filter: DashboardFilter,
  range: Range,
): { now: FigureQuery; before: FigureQuery } {
  const { channels, sources } = filter;
  const interval = intervalOf(filter, range);
  const rest = { interval, channels, ...(sources.length < SOURCES.length && { sources }) };
  return { now: { ...range, ...rest }, before: { ...previousRange(range), ...rest } };
}

/** Removes the message sources where they do not apply. */
export const toPathQuery = (path: string, { sources, ...query }: FigureQuery): FigureQuery =>
  path === 'messages/chart' || path === 'messages/count/total' ? { ...query, sources } : query;

/**
 * Fetches a number. The previous one is shown until it is loaded: nothing jumps while the filter changes.
 * @param enabled false where nothing is to be fetched
 */
export function useAmount(path: CountPath, query: FigureQuery, enabled = true): UseQueryResult<number> {
  const provider = useDataProvider<ConsoleDataProvider>();
  const pathQuery = toPathQuery(path, query);
  return useQuery({
    queryKey: [KEY, path, pathQuery],
    queryFn: ({ signal }) => provider.figureAmount(path, pathQuery, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}

/** Points over time, with their interval: the previous points that are shown while loading may have another. */
export interface Rows {
  interval: Interval;
  points: FigurePoint[];
}

/** Fetches points over time, in the same way. */
export function useRows(path: ChartPath, query: FigureQuery, enabled = true): UseQueryResult<Rows> {
  const provider = useDataProvider<ConsoleDataProvider>();
  const pathQuery = toPathQuery(path, query);
  return useQuery({
    queryKey: [KEY, path, pathQuery],
    queryFn: async ({ signal }): Promise<Rows> => ({
      interval: pathQuery.interval,
      points: await provider.figureRows(path, pathQuery, { signal }),
    }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled,
  });
}
