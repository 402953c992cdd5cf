import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { useRights } from '../changes/useRights.ts';
import { useOpenPath } from '../openPath.ts';
import { fieldNamed } from '../columns.ts';
import { findTab, toRequestFilter } from './listState.ts';
import { useListRows } from './useListRows.ts';
import { useListState } from './useListState.ts';
import { useSelection } from './useSelection.ts';
import { useHiddenFilterWarning } from './useHiddenFilterWarning.ts';
import { useTabCounts } from '../menu/useTabCounts.ts';
import { useTotal } from './useTotal.ts';
import { listDrawnColumns, isSearched, clearNarrowing } from './views/narrowing.ts';
import { useViews } from './views/useViews.ts';
import type { ConsoleEntity } from '../product.ts';
import { useVisibleModel } from '../visibleModel.ts';

export type ListPhase = 'loading' | 'error' | 'empty' | 'emptyTab' | 'noResult' | 'content';

/**
 * The controller of a list: state in the address, rows, selection, rights, columns. `filter` is permanent (children
 * of a record); `scope` prefixes its query parameters.
 */
export const useEntityList = (fullModel: ConsoleEntity, filter?: Record<string, unknown>, scope = '') => {
  const model = useVisibleModel(fullModel);
  const { state, asked, query, kept, keep, adopt, show, ...changes } = useListState(model, scope);
  useHiddenFilterWarning(fullModel, model, asked);
  const { pathname, search } = useLocation();
  const rights = useRights(model);
  const paths = useOpenPath(model);

  const requestFilter = useMemo(
    () => ({ ...toRequestFilter(model, state), ...filter }),
    [model, state, filter],
  );
  const list = useListRows(model, state, requestFilter);
  useLeaveEmptyPage(list.isPageOutOfRange ? state.page : undefined, changes.change);
  const { counts, isCounting } = useTabCounts(model, requestFilter);
  const count = useTotal(model, list, requestFilter);
  const isWanted = scope === '' && !list.isPending;
  const views = useViews(model, { state, search, kept, keep, adopt, show, isWanted });
  const selection = useSelection(
    list.rows,
    JSON.stringify([model.name, requestFilter, state.sort, state.page]),
  );
  const columns = useMemo(
    () =>
      listDrawnColumns(model, state).flatMap((name): FieldModel[] => {
        const field = fieldNamed(model, name);
        return field ? [field] : [];
      }),
    [model, state],
  );

  const computePhase = (): ListPhase => {
    if (list.rows.length > 0) return 'content';
    if (list.error) return 'error';
    if (list.isPending) return 'loading';
    if (isSearched(model, state)) return 'noResult';
    if (findTab(model, state) === undefined || counts?.['all'] === 0) return 'empty';
    return isCounting ? 'loading' : 'emptyTab';
  };

  return {
    model,
    state,
    /** Identifies the shown rows, for scroll restoration. */
    query: scope ? `${pathname} ${scope} ${query}` : query,
    ...changes,
    list,
    phase: computePhase(),
    counts,
    /** Count of all records of the list. */
    count,
    /** The saved views. */
    views,
    selection,
    columns,
    requestFilter,
    rights,
    paths,
    /** Clears search and filters; the tab stays. */
    clearNarrowing: () => changes.change({ keyword: '', filters: clearNarrowing(model, state).filters }),
    /** Shows the records of all tabs. */
    showAll: () => changes.change({ keyword: '', filters: {}, view: views.plain }),
  };
};

/** Leaves an empty page for the previous one; if that is empty too, for the first. */
const useLeaveEmptyPage = (
  emptyPage: number | undefined,
  change: (part: { page: number }, options: { replace: boolean }) => void,
): void => {
  const lastEmptyPage = useRef<number>(undefined);
  useEffect(() => {
    if (emptyPage === undefined) return;
    const page = lastEmptyPage.current === emptyPage ? 1 : emptyPage - 1;
    lastEmptyPage.current = page;
    change({ page }, { replace: true });
  }, [emptyPage, change]);
};

export type EntityListModel = ReturnType<typeof useEntityList>;
