import { useCallback, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import type { ListView } from '../../../../schemas/model/responses.ts';
import { formatListState, parseListState, type ListState } from '../listState.ts';
import type { ListPreferences } from '../useListPreferences.ts';
import type { ConsoleEntity } from '../../product.ts';
import { listColumns, isNarrowedOrSorted, clearNarrowing } from './narrowing.ts';
import { NO_VIEW, useDeletedViews } from './useDeletedViews.ts';

const NO_VIEWS: ListView[] = [];

export const viewsKey = ({ name }: ConsoleEntity): string[] => ['list-views', name];

interface UseViewsOptions {
  state: ListState;
  /** The query of the address. */
  search: string;
  kept: ListPreferences;
  keep: (part: ListPreferences) => void;
  adopt: (preference: Record<string, unknown>) => void;
  show: (next: ListState, replace?: boolean) => void;
  /** Loads the views: once the rows are loaded, or when the address names one. */
  isWanted: boolean;
}

/** The saved views of a list, the current one, and whether the list differs from it. */
export const useViews = (
  model: ConsoleEntity,
  { state, search, kept, keep, adopt, show, isWanted }: UseViewsOptions,
) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryKey = viewsKey(model);
  const isNamed = state.view !== undefined && state.view !== NO_VIEW;
  const { data, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.views(model.name, { signal }),
    enabled: model.features.views && (isWanted || isNamed),
    staleTime: 60_000,
    retry: false,
  });
  const views = data?.views ?? NO_VIEWS;
  const current = views.find(({ id }) => id === state.view);

  const preference = data?.preference;
  useEffect(() => {
    if (preference) adopt(preference);
  }, [preference, adopt]);

  const formatViewQuery = useCallback(
    (of: ListState): string => {
      const columns = listColumns(model, of);
      return formatListState(model, { ...of, columns, page: undefined, day: undefined, view: undefined });
    },
    [model],
  );
  const plain = kept.opening || model.list.tabs?.opens !== undefined ? NO_VIEW : undefined;
  const open = useCallback(
    (view: Pick<ListView, 'id' | 'query'> | undefined, replace = false) =>
      show({ ...parseListState(model, view?.query ?? ''), view: view?.id ?? plain }, replace),
    [show, model, plain],
  );

  // A link with only a view's id shows that view's saved state.
  const linked = useRef<string | undefined>(undefined);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const named = query.get('view') ?? undefined;
    // Not when the view's last filter was just removed.
    if (query.size === 1 && named !== last.current) linked.current = named;
    last.current = named;
    if (current === undefined || linked.current !== current.id) return;
    linked.current = undefined;
    open(current, true);
  }, [search, current, open]);

  useDeletedViews({
    ...{ model, state, kept, keep, show, open, refetch },
    views: data && views,
  });

  return {
    views,
    isPending,
    current,
    /** The `view` value for no view, where an empty address would open a default. */
    plain,
    /** The list differs from its view or, without a view, from its default state. */
    isChanged:
      current === undefined
        ? isNarrowedOrSorted(model, state)
        : formatViewQuery(state) !== formatViewQuery(parseListState(model, current.query)),
    /** Resets to the view or the default state. */
    restore: () => (current ? open(current) : show(clearNarrowing(model, state))),
    openingId: kept.opening?.id,
    open,
    /** The state as a view's query. */
    query: formatViewQuery(state),
    kept,
    keep,
    leave: () => show({ ...state, view: undefined }),
  };
};
