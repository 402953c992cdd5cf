import type { FieldModel } from '../../../../schemas/model/types.ts';
import { fieldNamed, shownColumns } from '../../columns.ts';
import type { ConsoleEntity } from '../../product.ts';
import { formatListState, isNarrowed, plainOrder, tabOf, type ListState } from '../listState.ts';

/** Fields of one value of which the list is of one choice alone: it is the same in each of its rows. */
export const sameInEachRow = (model: ConsoleEntity, state: ListState): string[] =>
  Object.entries(state.filters).flatMap(([name, operators]) => {
    const isChoice = ['enum', 'reference'].includes(fieldNamed(model, name)?.display ?? '');
    return isChoice && Object.keys(operators).length === 1 && operators['']?.length === 1 ? [name] : [];
  });

/**
 * Whether a column says something in the tab that the list is in: not what the tab says of all of its rows, nor what has
 * no values there (`column.tabs`). Whoever chose columns has them in all tabs.
 */
export const saysInTab = (model: ConsoleEntity, state: ListState) => {
  const tab = state.columns ? undefined : tabOf(model, state);
  return ({ name, column }: FieldModel): boolean =>
    tab === undefined ||
    (name !== model.list.tabs?.by && !(column && column.tabs && !column.tabs.includes(tab)));
};

/** Names of the columns that the list has: those chosen, else the entity's that say something in its tab. */
export const columnsIn = (model: ConsoleEntity, state: ListState): string[] => {
  if (state.columns) return state.columns;
  const says = saysInTab(model, state);
  return shownColumns(model).filter((name) => {
    const field = fieldNamed(model, name);
    return field === undefined || says(field);
  });
};

/** Those of them that are drawn: unless somebody chose the columns, not one whose filter leaves a single value. */
export const drawnColumnsIn = (model: ConsoleEntity, state: ListState): string[] => {
  const same = state.columns ? [] : sameInEachRow(model, state);
  return columnsIn(model, state).filter((name) => !same.includes(name));
};

/** The state without search, filters and order; the tab is a place of its own and stays. */
export const withoutNarrowing = (model: ConsoleEntity, state: ListState): ListState => {
  const by = model.list.tabs?.by ?? '';
  const tab = tabOf(model, state);
  return {
    ...state,
    keyword: '',
    filters: tab === undefined ? {} : { [by]: { '': [tab] } },
    sort: plainOrder(model, state),
    page: state.page && 1,
  };
};

/** Whether there is search, filter or order in it. */
export const isNarrowedOrSorted = (model: ConsoleEntity, state: ListState): boolean =>
  formatListState(model, state) !==
  formatListState(model, { ...withoutNarrowing(model, state), page: state.page });

/** Whether search or filters narrow the list beyond its tab. */
export const isSearched = (model: ConsoleEntity, state: ListState): boolean => {
  const by = model.list.tabs?.by ?? '';
  const { [by]: _tab, ...filters } = state.filters;
  return isNarrowed(tabOf(model, state) === undefined ? state : { ...state, filters });
};
