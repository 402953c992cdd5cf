import { fetchedFilter } from './fetchedFilter.tsx';

export const TextFilter = fetchedFilter(() => import('./TextFilter.tsx').then((it) => it.TextFilter));
export const ChoiceFilter = fetchedFilter(() => import('./ChoiceFilter.tsx').then((it) => it.ChoiceFilter));
export const DateRangeFilter = fetchedFilter(() =>
  import('./DateRangeFilter.tsx').then((it) => it.DateRangeFilter),
);
export const RangeFilter = fetchedFilter(() => import('./RangeFilter.tsx').then((it) => it.RangeFilter));
