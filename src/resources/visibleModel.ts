import { useMemo } from 'react';
import { useFormAccess } from './fieldKit/useFormAccess.ts';
import type { ListTabsModel } from '../../schemas/model/types.ts';
import type { ConsoleEntity } from './product.ts';

type Can = ReturnType<typeof useFormAccess>['can'];

/**
 * The model of an entity without the fields that the person may not read, and without columns, filters, tabs and orders
 * by them. A URL or a saved view that names one is applied without that part; forms hide fields themselves.
 */
export function visibleModel(model: ConsoleEntity, can: Can): ConsoleEntity {
  const hidden = new Set(model.fields.filter(({ access }) => !can(access.read)).map(({ name }) => name));
  if (hidden.size === 0) return model;
  const { list } = model;
  const visible = (names: string[]): string[] => names.filter((name) => !hidden.has(name));
  const isVisibleBy = (part: { by: string } | undefined): boolean =>
    part !== undefined && !hidden.has(part.by);
  return {
    ...model,
    fields: model.fields.filter(({ name }) => !hidden.has(name)),
    list: {
      ...list,
      columns: visible(list.columns),
      filters: visible(list.filters),
      tabs: list.tabs && isVisibleBy(list.tabs) ? withoutOrders(list.tabs, hidden) : undefined,
      calendar: isVisibleBy(list.calendar) ? list.calendar : undefined,
      sort: hidden.has(list.sort.field) ? { field: 'createdAt', order: 'DESC' } : list.sort,
    },
  };
}

const withoutOrders = ({ sort, ...tabs }: ListTabsModel, hidden: Set<string>): ListTabsModel => ({
  ...tabs,
  ...(sort && {
    sort: Object.fromEntries(Object.entries(sort).filter(([, { field }]) => !hidden.has(field))),
  }),
});

export function useVisibleModel(model: ConsoleEntity): ConsoleEntity {
  const { can } = useFormAccess();
  return useMemo(() => visibleModel(model, can), [model, can]);
}
