import { useCallback, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import type { ListView } from '../../../../schemas/model/responses.ts';
import { formatListState, parseListState, type ListState } from '../listState.ts';
import type { ListPreferences } from '../useListPreferences.ts';
import type { ConsoleEntity } from '../../product.ts';
import { columnsIn, isNarrowedOrSorted, withoutNarrowing } from './narrowing.ts';
import { PLAIN, useDeletedViews } from './useDeletedViews.ts';

const NO_VIEWS: ListView[] = [];

export const viewsKey = ({ name }: ConsoleEntity): string[] => ['list-views', name];

interface Options {
  state: ListState;
  /** The address's query. */
  search: string;
  kept: ListPreferences;
  keep: (part: ListPreferences) => void;
  adopt: (preference: Record<string, unknown>) => void;
  show: (next: ListState, replace?: boolean) => void;
  /** Views are asked for: once the rows are there, or when the address names one. */
  isWanted: boolean;
}

/** The kept states of a list: which there are, which one is shown and whether it was changed since. */
export const useViews = (
  model: ConsoleEntity,
  { state, search, kept, keep, adopt, show, isWanted }: Options,
) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryKey = viewsKey(model);
  const isNamed = state.view !== undefined && state.view !== PLAIN;
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

  const queryOf = useCallback(
    (of: ListState): string => {
      const columns = columnsIn(model, of);
      return formatListState(model, { ...of, columns, page: undefined, day: undefined, view: undefined });
    },
    [model],
  );
  const plain = kept.opening || model.list.tabs?.opens !== undefined ? PLAIN : undefined;
  const open = useCallback(
    (view: Pick<ListView, 'id' | 'query'> | undefined, replace = false) =>
      show({ ...parseListState(model, view?.query ?? ''), view: view?.id ?? plain }, replace),
    [show, model, plain],
  );

  // A link that only names a view shows what is kept under it.
  const linked = useRef<string | undefined>(undefined);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const named = query.get('view') ?? undefined;
    // In the view already, its last filter was taken away.
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
    /** What stands for the plain list in the state, where the address alone does not. */
    plain,
    /** The list is not any more as it was kept; the plain one is narrowed or in another order. */
    isChanged:
      current === undefined
        ? isNarrowedOrSorted(model, state)
        : queryOf(state) !== queryOf(parseListState(model, current.query)),
    /** Back to how it was kept. */
    restore: () => (current ? open(current) : show(withoutNarrowing(model, state))),
    openingId: kept.opening?.id,
    open,
    /** The state as it is kept. */
    query: queryOf(state),
    kept,
    keep,
    leave: () => show({ ...state, view: undefined }),
  };
};
