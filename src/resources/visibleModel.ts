import { useMemo } from 'react';
import { useFormAccess } from './fieldKit/useFormAccess.ts';
import type { ListTabsModel } from '../../schemas/model/types.ts';
import type { ConsoleEntity } from './product.ts';

type Can = ReturnType<typeof useFormAccess>['can'];

/**
 * An entity as it is shown to one person: without the fields whose values the services keep from them, and so without
 * columns, filters, tabs and orders by them. An address or a view that names one shows the list without that part; forms
 * know by themselves what they leave out.
 */
export function visibleModel(model: ConsoleEntity, can: Can): ConsoleEntity {
  const hidden = new Set(model.fields.filter(({ access }) => !can(access.read)).map(({ name }) => name));
  if (hidden.size === 0) return model;
  const { list } = model;
  const seen = (names: string[]): string[] => names.filter((name) => !hidden.has(name));
  const by = (part: { by: string } | undefined): boolean => part !== undefined && !hidden.has(part.by);
  return {
    ...model,
    fields: model.fields.filter(({ name }) => !hidden.has(name)),
    list: {
      ...list,
      columns: seen(list.columns),
      filters: seen(list.filters),
      tabs: list.tabs && by(list.tabs) ? withoutOrders(list.tabs, hidden) : undefined,
      calendar: by(list.calendar) ? list.calendar : undefined,
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
