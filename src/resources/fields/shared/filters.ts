import { lazyFilter } from './lazyFilter.tsx';

export const TextFilter = lazyFilter(() => import('./TextFilter.tsx').then((it) => it.TextFilter));
export const ChoiceFilter = lazyFilter(() => import('./ChoiceFilter.tsx').then((it) => it.ChoiceFilter));
export const DateRangeFilter = lazyFilter(() =>
  import('./DateRangeFilter.tsx').then((it) => it.DateRangeFilter),
);
export const RangeFilter = lazyFilter(() => import('./RangeFilter.tsx').then((it) => it.RangeFilter));
