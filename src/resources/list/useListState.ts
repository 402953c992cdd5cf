import { openingTabQuery } from '../../../schemas/model/listCalls.ts';
import { opensInDialog } from '../../../schemas/model/opensInDialog.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { choiceOf, shownColumns } from '../columns.ts';
import { formatListState, isInPlainOrder, parseListState, plainOrder } from './listState.ts';
import type { ListAs, ListState } from './listState.ts';
import { rememberListQuery } from '../lastQuery.ts';
import { scopedQuery, withScopedQuery } from '../listScope.ts';
import { useListPreferences } from './useListPreferences.ts';
import { screenAt } from '../paths.ts';
import { useHistory } from '../../routing/ConsoleRouter.tsx';
import type { ConsoleEntity } from '../product.ts';

/**
 * The state of a list from the address, and its changes into the address. What the person keeps (columns, page size,
 * table or cards) fills in what the address does not say, and is written there, so that a copied link shows the same.
 * A list with a `scope`, such as one in a tab of a record, has parameters of its own: `<scope>:keyword=…`.
 * @returns besides, in `asked`, the query that the state is from: the address's, or that of the view that the list opens in
 */
export const useListState = (model: ConsoleEntity, scope = '') => {
  const { search: whole, pathname } = useLocation();
  const search = scopedQuery(whole, scope);
  const navigate = useNavigate();
  const history = useHistory();
  const { kept, keep, adopt } = useListPreferences(model, scope);

  // The list opens in the view that the person chose for that, or in its first tab.
  const opening = kept.opening ?? openingOf(model);
  const isPlain = scope === '' && search.replace('?', '') === '';
  const opened = isPlain ? opening : undefined;
  const asked = opened?.query ?? search;

  const state = useMemo(() => {
    const own = parseListState(model, asked);
    const given = opened?.id === undefined ? own : { ...own, view: opened.id };
    const { columns, perPage, as, density } = kept;
    const chosen = columns && shownColumns(model, columns);
    return {
      ...given,
      perPage: new URLSearchParams(asked).has('take') ? given.perPage : (perPage ?? given.perPage),
      columns: given.columns ?? (chosen && isDefault(model, chosen) ? undefined : chosen),
      as: given.as ?? as,
      density: given.density ?? density,
    };
  }, [model, asked, kept, opened]);

  const go = useCallback(
    (next: ListState, replace: boolean) => {
      // A search that was typed just before opening a record comes due when the address has moved on already, but
      // this list is still drawn: it must not lead back.
      const { location } = history.current();
      if (location.pathname !== pathname && (scope || !standsUnder(model, location.pathname))) return;
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
    // Foreign parameters stay until something of the list changes.
    if (formatListState(model, parseListState(model, search)) !== query) go(state, true);
  }, [model, scope, query, search, state, go]);

  /** Changes of what is asked for lead back to the first page; another tab has its own order, unless one was chosen. */
  const change = useCallback(
    (part: Partial<ListState>, { replace = false } = {}) => {
      const page = 'page' in part ? part.page : state.page && 1;
      const next = { ...state, ...part, page };
      const isPlain = part.sort === undefined && isInPlainOrder(model, state);
      go(isPlain ? { ...next, sort: plainOrder(model, next) } : next, replace);
    },
    [model, state, go],
  );

  const setColumns = useCallback(
    (shown: string[] | undefined) => {
      keep({ columns: shown && choiceOf(model, shown) });
      change(
        { columns: shown && !isDefault(model, shown) ? shown : undefined, page: state.page },
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

  const show = useCallback((next: ListState, replace = false) => go(next, replace), [go]);
  return { state, asked, query, change, show, setColumns, setPerPage, setAs, setDensity, kept, keep, adopt };
};

/** Whether the list stays on the screen at this path: under a form that is a dialog, or beside a record. */
const standsUnder = (model: ConsoleEntity, path: string): boolean => {
  const view = screenAt([model], path)?.view;
  if (model.list.layout === 'split') return view !== undefined;
  return opensInDialog(model.form, view);
};

const openingOf = ({ list }: ConsoleEntity): { id?: string; query: string } | undefined => {
  const query = openingTabQuery(list);
  return query === undefined ? undefined : { query };
};

const isDefault = (model: ConsoleEntity, shown: string[]): boolean =>
  shown.join() === shownColumns(model, undefined).join();
