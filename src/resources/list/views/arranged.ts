import type { ConsoleEntity } from '../../product.ts';
import { formatListState, type ListState } from '../listState.ts';

/** The state without search, filters and order; the tab is a place of its own and stays. */
export const unarranged = (model: ConsoleEntity, state: ListState): ListState => {
  const tab = model.list.tabs?.by ?? '';
  const chosen = state.filters[tab];
  const isTab = chosen?.['']?.length === 1;
  return {
    ...state,
    keyword: '',
    filters: chosen && isTab ? { [tab]: chosen } : {},
    sort: model.list.sort,
    page: state.page && 1,
  };
};

/** Whether there is search, filter or order in it. */
export const isRearranged = (model: ConsoleEntity, state: ListState): boolean =>
  formatListState(model, state) !== formatListState(model, { ...unarranged(model, state), page: state.page });
