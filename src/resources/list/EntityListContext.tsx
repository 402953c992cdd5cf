import { ListContextProvider, type ListControllerResult } from 'react-admin';
import { type ReactNode, useMemo } from 'react';
import type { ListRecord } from '../fieldKit/types.ts';
import type { FilterValue } from '../fieldKit/types.ts';
import type { ListState } from './listState.ts';
import type { EntityListModel } from './useEntityList.ts';

const noop = (): void => undefined;

/** Filters in react-admin's format: values by name, with `name.gte` for bounds of ranges. */
const toFlatFilters = (state: ListState): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(state.filters).flatMap(([name, value]) =>
      Object.entries(value).map(([operator, values]) => [operator ? `${name}.${operator}` : name, values]),
    ),
  ),
  ...(state.keyword && { keyword: state.keyword }),
});

const OPERATORS = new Set(['gte', 'lte', 'gt', 'lt']);

/** Parses filters that react-admin's hooks set. */
const toFilters = (flat: Record<string, unknown>): Record<string, FilterValue> => {
  const filters: Record<string, FilterValue> = {};
  for (const [key, value] of Object.entries(flat)) {
    if (value === undefined || value === null || value === '') continue;
    const [name = '', operator = ''] = key.split('.');
    if (operator && !OPERATORS.has(operator)) continue;
    filters[name] = { ...filters[name], [operator]: [value].flat().map(String) };
  }
  return filters;
};

/**
 * Provides react-admin's list context, so that its hooks and third-party components work in a list.
 * The context value changes only with rows, state or selection
 * (docs/decisions/0055-lists-beside-react-admins-controller.md).
 */
export const EntityListContext = ({
  entityList,
  children,
}: {
  entityList: EntityListModel;
  children: ReactNode;
}) => {
  const { model, state, list, selection, change, setPerPage } = entityList;
  const value = useMemo(
    () =>
      ({
        resource: model.name,
        data: list.isPending ? undefined : list.rows,
        total: list.total,
        error: list.error,
        isPending: list.isPending,
        isLoading: list.isPending,
        isFetching: list.isPending || list.isPlaceholderData || list.isFetchingMore,
        isPlaceholderData: list.isPlaceholderData,
        refetch: list.retry,
        sort: state.sort,
        setSort: (sort: typeof state.sort) => change({ sort }),
        filterValues: toFlatFilters(state),
        displayedFilters: {},
        setFilters: ({ keyword, ...flat }: Record<string, unknown>) =>
          change({ keyword: typeof keyword === 'string' ? keyword : '', filters: toFilters(flat) }),
        showFilter: noop,
        hideFilter: (name: string) => {
          const { [name]: _, ...filters } = state.filters;
          change({ filters });
        },
        page: state.page ?? 1,
        setPage: (page: number) => change({ page }),
        perPage: state.perPage,
        setPerPage,
        hasNextPage: list.hasMore,
        hasPreviousPage: (state.page ?? 1) > 1,
        selectedIds: [...selection.ids],
        onToggleItem: (id: string) => selection.toggle(id),
        onSelect: (ids: string[]) => {
          for (const { id } of list.rows)
            if (ids.includes(id) !== selection.ids.has(id)) selection.toggle(id);
        },
        onSelectAll: () => {
          if (selection.ids.size < list.rows.length) selection.toggleAll();
        },
        onUnselectItems: selection.clear,
        exporter: false,
      }) as unknown as ListControllerResult<ListRecord>,
    [model, state, list, selection, change, setPerPage],
  );
  return <ListContextProvider value={value}>{children}</ListContextProvider>;
};
