import { openingTabQuery } from '../../../schemas/model/listCalls.ts';
import { opensInDialog } from '../../../schemas/model/opensInDialog.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toColumnChoice, shownColumns } from '../columns.ts';
import { formatListState, hasDefaultSort, parseListState, getDefaultSort } from './listState.ts';
import type { ListAs, ListState } from './listState.ts';
import { rememberListQuery } from '../lastQuery.ts';
import { scopedQuery, withScopedQuery } from '../listScope.ts';
import { useListPreferences } from './useListPreferences.ts';
import { screenAt } from '../paths.ts';
import { useHistory } from '../../routing/ConsoleRouter.tsx';
import type { ConsoleEntity } from '../product.ts';

/**
 * Syncs a list's state with the address. The user's preferences (columns, page size, display) fill in what the
 * address omits, and are written there, so that a copied link shows the same.
 * A list with a `scope`, such as a child list, prefixes its parameters: `<scope>:keyword=…`.
 * @returns also `asked`, the query that the state was parsed from: the address's or the default view's
 */
export const useListState = (model: ConsoleEntity, scope = '') => {
  const { search: fullSearch, pathname } = useLocation();
  const search = scopedQuery(fullSearch, scope);
  const navigate = useNavigate();
  const history = useHistory();
  const { kept, keep, adopt } = useListPreferences(model, scope);

  // The list opens in the user's default view, or in its opening tab.
  const opening = kept.opening ?? findOpeningTab(model);
  const isPlain = scope === '' && search.replace('?', '') === '';
  const openingQuery = isPlain ? opening : undefined;
  const asked = openingQuery?.query ?? search;

  const state = useMemo(() => {
    const own = parseListState(model, asked);
    const given = openingQuery?.id === undefined ? own : { ...own, view: openingQuery.id };
    const { columns, perPage, as, density } = kept;
    const chosen = columns && shownColumns(model, columns);
    return {
      ...given,
      perPage: new URLSearchParams(asked).has('take') ? given.perPage : (perPage ?? given.perPage),
      columns: given.columns ?? (chosen && isDefaultColumns(model, chosen) ? undefined : chosen),
      as: given.as ?? as,
      density: given.density ?? density,
    };
  }, [model, asked, kept, openingQuery]);

  const navigateTo = useCallback(
    (next: ListState, replace: boolean) => {
      // A debounced search may fire after a navigation while this list is still mounted; it must not navigate back.
      const { location } = history.current();
      if (location.pathname !== pathname && (scope || !isShownAt(model, location.pathname))) return;
      const query = withScopedQuery(location.search, scope, formatListState(model, next));
      void navigate(
        { pathname: location.pathname, search: query && `?${query}` },
        { replace, preventScrollReset: true, state: location.state as unknown },
      );
    },
    [model, scope, navigate, pathname, history],
  );

  const query = formatListState(model, state);
  useEffect(() => {
    if (!scope) rememberListQuery(model.name, query);
    // Unknown parameters stay until the list changes.
    if (formatListState(model, parseListState(model, search)) !== query) navigateTo(state, true);
  }, [model, scope, query, search, state, navigateTo]);

  /** Changes reset to the first page; another tab gets its default sort, unless the user chose one. */
  const change = useCallback(
    (part: Partial<ListState>, { replace = false } = {}) => {
      const page = 'page' in part ? part.page : state.page && 1;
      const next = { ...state, ...part, page };
      const isPlain = part.sort === undefined && hasDefaultSort(model, state);
      navigateTo(isPlain ? { ...next, sort: getDefaultSort(model, next) } : next, replace);
    },
    [model, state, navigateTo],
  );

  const setColumns = useCallback(
    (shown: string[] | undefined) => {
      keep({ columns: shown && toColumnChoice(model, shown) });
      change(
        { columns: shown && !isDefaultColumns(model, shown) ? shown : undefined, page: state.page },
        { replace: true },
      );
    },
    [keep, change, model, state.page],
  );
  const setPerPage = useCallback(
    (perPage: number) => {
      keep({ perPage });
      change({ perPage }, { replace: true });
    },
    [keep, change],
  );
  const setAs = useCallback(
    (as: ListAs) => {
      const wanted = as === model.list.layout ? undefined : as;
      keep({ as: wanted });
      change({ as: wanted, page: state.page, day: undefined }, { replace: true });
    },
    [keep, change, model, state.page],
  );

  const setDensity = useCallback(
    (density: 'compact' | undefined) => {
      keep({ density });
      change({ density, page: state.page }, { replace: true });
    },
    [keep, change, state.page],
  );

  const show = useCallback((next: ListState, replace = false) => navigateTo(next, replace), [navigateTo]);
  return { state, asked, query, change, show, setColumns, setPerPage, setAs, setDensity, kept, keep, adopt };
};

/** Whether the list is still shown at this path: under a dialog, or beside a record. */
const isShownAt = (model: ConsoleEntity, path: string): boolean => {
  const view = screenAt([model], path)?.view;
  if (model.list.layout === 'split') return view !== undefined;
  return opensInDialog(model.form, view);
};

const findOpeningTab = ({ list }: ConsoleEntity): { id?: string; query: string } | undefined => {
  const query = openingTabQuery(list);
  return query === undefined ? undefined : { query };
};

const isDefaultColumns = (model: ConsoleEntity, shown: string[]): boolean =>
  shown.join() === shownColumns(model, undefined).join();
