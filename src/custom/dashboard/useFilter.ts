import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type DashboardFilter, readFilter, writeFilter } from './filterModel.ts';

/** The filter in the address; a change takes the place of what was there, and keeps what belongs to others. */
export function useFilter(): [DashboardFilter, (filter: DashboardFilter) => void, URLSearchParams] {
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => readFilter(query), [query]);
  const change = useCallback(
    (next: DashboardFilter) => setQuery((before) => writeFilter(next, before), { replace: true }),
    [setQuery],
  );
  return [filter, change, query];
}
