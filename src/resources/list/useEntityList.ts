import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { useRights } from '../changes/useRights.ts';
import { useOpenPath } from '../openPath.ts';
import { fieldNamed } from '../columns.ts';
import { tabOf, toRequestFilter } from './listState.ts';
import { useListRows } from './useListRows.ts';
import { useListState } from './useListState.ts';
import { useSelection } from './useSelection.ts';
import { useHiddenFilterWarning } from './useHiddenFilterWarning.ts';
import { useTabCounts } from '../menu/useTabCounts.ts';
import { useTotal } from './useTotal.ts';
import { drawnColumnsIn, isSearched, withoutNarrowing } from './views/narrowing.ts';
import { useViews } from './views/useViews.ts';
import type { ConsoleEntity } from '../product.ts';
import { useVisibleModel } from '../visibleModel.ts';

export type ListPhase = 'loading' | 'error' | 'empty' | 'emptyTab' | 'noResult' | 'content';

/**
 * Everything a list does, without its looks: state in the address, rows, selection, rights, columns.
 * `filter` narrows the list for good (the records that belong to another one); `scope` keeps its part of the address
 * apart from that of other lists on the screen.
 */
export const useEntityList = (whole: ConsoleEntity, filter?: Record<string, unknown>, scope = '') => {
  const model = useVisibleModel(whole);
  const { state, asked, query, kept, keep, adopt, show, ...changes } = useListState(model, scope);
  useHiddenFilterWarning(whole, model, asked);
  const { pathname, search } = useLocation();
  const rights = useRights(model);
  const paths = useOpenPath(model);

  const requestFilter = useMemo(
    () => ({ ...toRequestFilter(model, state), ...filter }),
    [model, state, filter],
  );
  const list = useListRows(model, state, requestFilter);
  useNearestPage(list.isPageOutOfRange ? state.page : undefined, changes.change);
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
      drawnColumnsIn(model, state).flatMap((name): FieldModel[] => {
        const field = fieldNamed(model, name);
        return field ? [field] : [];
      }),
    [model, state],
  );

  const phaseOf = (): ListPhase => {
    if (list.rows.length > 0) return 'content';
    if (list.error) return 'error';
    if (list.isPending) return 'loading';
    if (isSearched(model, state)) return 'noResult';
    if (tabOf(model, state) === undefined || counts?.['all'] === 0) return 'empty';
    return isCounting ? 'loading' : 'emptyTab';
  };

  return {
    model,
    state,
    /** What identifies the rows shown; scroll positions are kept by it. */
    query: scope ? `${pathname} ${scope} ${query}` : query,
    ...changes,
    list,
    phase: phaseOf(),
    counts,
    /** How many records the whole list has. */
    count,
    /** States of the list that are kept under names. */
    views,
    selection,
    columns,
    requestFilter,
    rights,
    paths,
    /** Takes away search and filters; the tab stays. */
    clearNarrowing: () => changes.change({ keyword: '', filters: withoutNarrowing(model, state).filters }),
    /** Shows the records of all tabs. */
    showAll: () => changes.change({ keyword: '', filters: {}, view: views.plain }),
  };
};

/** From a page that has no rows to the one before; where that has none either, to the first. */
const useNearestPage = (
  bare: number | undefined,
  change: (part: { page: number }, options: { replace: boolean }) => void,
): void => {
  const fallen = useRef<number>(undefined);
  useEffect(() => {
    if (bare === undefined) return;
    const page = fallen.current === bare ? 1 : bare - 1;
    fallen.current = page;
    change({ page }, { replace: true });
  }, [bare, change]);
};

export type EntityListModel = ReturnType<typeof useEntityList>;
