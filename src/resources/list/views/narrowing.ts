import type { FieldModel } from '../../../../schemas/model/types.ts';
import { fieldNamed, shownColumns } from '../../columns.ts';
import type { ConsoleEntity } from '../../product.ts';
import { formatListState, isNarrowed, getDefaultSort, findTab, type ListState } from '../listState.ts';

/** Fields filtered to a single choice, so that they have the same value in each row. */
export const findConstantColumns = (model: ConsoleEntity, state: ListState): string[] =>
  Object.entries(state.filters).flatMap(([name, operators]) => {
    const isChoice = ['enum', 'reference'].includes(fieldNamed(model, name)?.display ?? '');
    return isChoice && Object.keys(operators).length === 1 && operators['']?.length === 1 ? [name] : [];
  });

/**
 * Whether a column is relevant in the current tab: not the tabs' field, nor columns of other tabs (`column.tabs`).
 * Columns that the user chose show in all tabs.
 */
export const createTabColumnFilter = (model: ConsoleEntity, state: ListState) => {
  const tab = state.columns ? undefined : findTab(model, state);
  return ({ name, column }: FieldModel): boolean =>
    tab === undefined ||
    (name !== model.list.tabs?.by && !(column && column.tabs && !column.tabs.includes(tab)));
};

/** Names of the list's columns: the chosen ones, else the entity's that are relevant in the tab. */
export const listColumns = (model: ConsoleEntity, state: ListState): string[] => {
  if (state.columns) return state.columns;
  const isRelevant = createTabColumnFilter(model, state);
  return shownColumns(model).filter((name) => {
    const field = fieldNamed(model, name);
    return field === undefined || isRelevant(field);
  });
};

/** The drawn columns: unless the user chose them, without those filtered to a single value. */
export const listDrawnColumns = (model: ConsoleEntity, state: ListState): string[] => {
  const constant = state.columns ? [] : findConstantColumns(model, state);
  return listColumns(model, state).filter((name) => !constant.includes(name));
};

/** The state without search, filters and sort; the tab stays. */
export const clearNarrowing = (model: ConsoleEntity, state: ListState): ListState => {
  const by = model.list.tabs?.by ?? '';
  const tab = findTab(model, state);
  return {
    ...state,
    keyword: '',
    filters: tab === undefined ? {} : { [by]: { '': [tab] } },
    sort: getDefaultSort(model, state),
    page: state.page && 1,
  };
};

/** Whether the state has search, filters or a sort. */
export const isNarrowedOrSorted = (model: ConsoleEntity, state: ListState): boolean =>
  formatListState(model, state) !==
  formatListState(model, { ...clearNarrowing(model, state), page: state.page });

/** Whether search or filters narrow the list beyond its tab. */
export const isSearched = (model: ConsoleEntity, state: ListState): boolean => {
  const by = model.list.tabs?.by ?? '';
  const { [by]: _tab, ...filters } = state.filters;
  return isNarrowed(findTab(model, state) === undefined ? state : { ...state, filters });
};
