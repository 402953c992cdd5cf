import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type DashboardFilter, readFilter, writeFilter } from './filterModel.ts';

/** The filter in the address; a change replaces the history entry, and keeps other parameters. */
export function useFilter(): [DashboardFilter, (filter: DashboardFilter) => void, URLSearchParams] {
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => readFilter(query), [query]);
  const change = useCallback(
    (next: DashboardFilter) => setQuery((before) => writeFilter(next, before), { replace: true }),
    [setQuery],
  );
  return [filter, change, query];
}
