import { lazy } from 'react';

// Inputs of filters load when a filter is opened: the first list does without them.
export const TextFilter = lazy(() => import('./TextFilter.tsx').then((it) => ({ default: it.TextFilter })));
export const ChoiceFilter = lazy(() =>
  import('./ChoiceFilter.tsx').then((it) => ({ default: it.ChoiceFilter })),
);
export const DateRangeFilter = lazy(() =>
  import('./DateRangeFilter.tsx').then((it) => ({ default: it.DateRangeFilter })),
);
export const TagsFilter = lazy(() =>
  import('../tags/TagsFilter.tsx').then((it) => ({ default: it.TagsFilter })),
);
export const RangeFilter = lazy(() =>
  import('./RangeFilter.tsx').then((it) => ({ default: it.RangeFilter })),
);
