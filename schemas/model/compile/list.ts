import type { EntityModel, FieldModel, ListModel, ListTabsModel, SortModel } from '../types.ts';
import { withoutUndefined } from './field.ts';
import { panelOf, type PanelKeywords } from './screens.ts';

/** `x-entity.list` as the vocabulary allows it. */
export type ListKeywords = Partial<
  Omit<ListModel, 'sort' | 'tabs' | 'aside' | 'above' | 'below' | 'calendar' | 'preview'>
> & {
  sort?: string;
  aside?: PanelKeywords;
  preview?: PanelKeywords;
  below?: PanelKeywords;
  above?: PanelKeywords & { narrowed?: boolean; actions?: string[] };
  calendar?: { by: string; day?: PanelKeywords };
  tabs?:
    | false
    | {
        by: string;
        all?: string;
        allAt?: 'start' | 'end';
        counts?: boolean;
        sort?: Record<string, string>;
        empty?: ListTabsModel['empty'];
      };
};

/** The list with every default filled in. */
export function listOf(
  { sort, tabs, aside, above, below, calendar, preview, ...own }: ListKeywords,
  fields: FieldModel[],
): ListModel {
  const columns = fields
    .filter((field) => field.column && field.constant === undefined && !field.secret)
    .map((field) => field.name);
  const order = sort ?? '-createdAt';
  return withoutUndefined<ListModel>({
    columns: columns.slice(0, 5),
    search: fields
      .filter((field) => field.name === 'name' && isReadableByAll(field))
      .map((field) => field.name),
    filters: fields.filter((field) => field.choices || field.type === 'boolean').map((field) => field.name),
    pageSize: 20,
    layout: 'table',
    ...own,
    sort: sortOf(order),
    tabs: tabs ? tabsOf(tabs, fields) : undefined,
    aside: aside && panelOf(aside),
    preview: preview && panelOf(preview),
    below: below && panelOf(below),
    above: above && {
      ...panelOf(above),
      narrowed: above.narrowed ?? false,
      ...(above.actions && { actions: above.actions }),
    },
    calendar: calendar && { by: calendar.by, ...(calendar.day && { day: panelOf(calendar.day) }) },
  });
}

const sortOf = (sort: string): SortModel => ({
  field: sort.replace(/^-/, ''),
  order: sort.startsWith('-') ? 'DESC' : 'ASC',
});

function tabsOf(
  { sort, ...stated }: Exclude<NonNullable<ListKeywords['tabs']>, false>,
  fields: FieldModel[],
): ListTabsModel {
  const sortByTab =
    sort && Object.fromEntries(Object.entries(sort).map(([choice, order]) => [choice, sortOf(order)]));
  const tabs = {
    ...{ counts: true, allAt: 'start' as const, ...stated },
    ...(sortByTab && { sort: sortByTab }),
  };
  const firstChoice = fields.find(({ name }) => name === tabs.by)?.choices?.[0];
  const isFirst = firstChoice !== undefined && (tabs.all === undefined || tabs.allAt === 'end');
  return isFirst ? { ...tabs, opens: String(firstChoice.value) } : tabs;
}

/** By default, the list of an entity with states has tabs by state. */
export function defaultStateTabs(fields: FieldModel[], lifecycle: EntityModel['lifecycle']): ListKeywords {
  const field = fields.find(({ name }) => name === lifecycle?.field);
  return field?.choices ? { tabs: { by: field.name, all: 'All' } } : {};
}

/** Whether everybody who may read the record may read the field. */
const isReadableByAll = (field: FieldModel): boolean => !field.secret && field.access.read === undefined;
