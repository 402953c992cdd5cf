import { truncateSearch, sortOfTab, PAGE_SIZES, whereFilter } from '../../../schemas/model/listCalls.ts';
import type { SortModel } from '../../../schemas/model/types.ts';
import { findFieldType } from '../fields/registry.ts';
import type { FilterValue } from '../fieldKit/types.ts';
import { fieldNamed, fieldsOf, possibleColumns } from '../columns.ts';
import type { ConsoleEntity } from '../product.ts';

/** Displays of a list. */
export type ListAs = 'table' | 'cards' | 'calendar';

/** A list's query and display options. It is stored in the address, so that links show the same. */
export interface ListState {
  keyword: string;
  /** By field name. The tab is the filter on the tabs' field. */
  filters: Record<string, FilterValue>;
  sort: SortModel;
  perPage: number;
  /** The current page; undefined for infinite scrolling. */
  page?: number;
  /** Column names in order; undefined for the user's or the default ones. */
  columns?: string[];
  as?: ListAs;
  /** The calendar's selected day, `2026-11-21`; undefined is today. */
  day?: string;
  density?: 'compact';
  /** Shows deleted records. */
  deleted?: true;
  /** Id of the saved view that this state started from. */
  view?: string;
}

/**
 * `keyword=hi&sort=-name&take=50&status=draft&createdAt.gte=…` is the REST API's query. Parameters of the display
 * start with an underscore, which no field name does.
 */
export const parseListState = (model: ConsoleEntity, search: string): ListState => {
  const query = new URLSearchParams(search);
  const take = Number(query.get('take'));
  const page = Number(query.get('_page'));
  const possible = new Set(possibleColumns(model).map((field) => field.name));
  const columns = query
    .get('_columns')
    ?.split(',')
    .filter((name) => possible.has(name));
  const as = query.get('_view');
  const filters = parseFilters(model, query);
  return {
    keyword: truncateSearch(query.get('keyword') ?? ''),
    filters,
    sort: parseSort(model, query.get('sort')) ?? getDefaultSort(model, { filters }),
    perPage: PAGE_SIZES.includes(take) ? take : model.list.pageSize,
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    columns: columns && columns.length > 0 ? [...new Set(columns)] : undefined,
    as: isAs(model, as) ? as : undefined,
    day: parseDay(query.get('_day')),
    density: query.get('_density') === 'compact' ? 'compact' : undefined,
    deleted: query.has('_deleted') || undefined,
    view: query.get('view') ?? undefined,
  };
};

const isAs = ({ list }: ConsoleEntity, text: string | null): text is ListAs =>
  text === 'table' || text === 'cards' || (text === 'calendar' && list.calendar !== undefined);

/** A valid day. */
const parseDay = (text: string | null): string | undefined =>
  text !== null && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text ? text : undefined;

/** The current tab's choice; undefined in the tab of all records, or with several values. */
export const findTab = (
  model: ConsoleEntity,
  { filters }: Pick<ListState, 'filters'>,
): string | undefined => {
  const by = model.list.tabs?.by ?? '';
  const values = filters[by]?.[''] ?? [];
  const choices = fieldNamed(model, by)?.choices ?? [];
  const [only] = values;
  return values.length === 1 && choices.some(({ value }) => String(value) === only) ? only : undefined;
};

/** The default sort of the current tab. */
export const getDefaultSort = (model: ConsoleEntity, state: Pick<ListState, 'filters'>): SortModel =>
  sortOfTab(model.list, findTab(model, state));

export const hasDefaultSort = (model: ConsoleEntity, state: Pick<ListState, 'filters' | 'sort'>): boolean => {
  const plain = getDefaultSort(model, state);
  return state.sort.field === plain.field && state.sort.order === plain.order;
};

const parseSort = (model: ConsoleEntity, text: string | null): SortModel | undefined => {
  const field = text?.replace(/^-/, '');
  if (!text || !field || !fieldNamed(model, field)) return undefined;
  return { field, order: text.startsWith('-') ? 'DESC' : 'ASC' };
};

const parseFilters = (model: ConsoleEntity, query: URLSearchParams): Record<string, FilterValue> => {
  const filters: Record<string, FilterValue> = {};
  for (const field of fieldsOf(model)) {
    const value: FilterValue = {};
    for (const operator of findFieldType(field).operators) {
      const given = query.getAll(parameter(field.name, operator)).filter((one) => one !== '');
      if (given.length > 0) value[operator] = given;
    }
    if (Object.keys(value).length > 0) filters[field.name] = value;
  }
  return filters;
};

const parameter = (field: string, operator: string): string => (operator ? `${field}.${operator}` : field);

/** Filters as REST query parameters. */
const filterParameters = (filters: ListState['filters']): [string, string[]][] =>
  Object.entries(filters).flatMap(([field, value]) =>
    Object.entries(value).map(([operator, values]): [string, string[]] => [
      parameter(field, operator),
      values,
    ]),
  );

/** Formats a state as the address's query, omitting defaults. */
export const formatListState = (model: ConsoleEntity, state: ListState): string => {
  const query = new URLSearchParams();
  if (state.keyword) query.set('keyword', state.keyword);
  for (const [name, values] of filterParameters(state.filters))
    for (const value of values) query.append(name, value);
  const { field, order } = state.sort;
  if (!hasDefaultSort(model, state)) {
    query.set('sort', `${order === 'DESC' ? '-' : ''}${field}`);
  }
  if (state.perPage !== model.list.pageSize) query.set('take', String(state.perPage));
  if (state.page) query.set('_page', String(state.page));
  if (state.columns) query.set('_columns', state.columns.join(','));
  if (state.as) query.set('_view', state.as);
  if (state.day) query.set('_day', state.day);
  if (state.density) query.set('_density', state.density);
  if (state.deleted) query.set('_deleted', '1');
  if (state.view) query.set('view', state.view);
  return query.toString().replaceAll('%2C', ',');
};

/** Whether search or filters narrow the list, so that an empty one means "no result". */
export const isNarrowed = (state: ListState): boolean =>
  state.keyword !== '' || Object.keys(state.filters).length > 0;

/** The data provider's filter for a state, the list's own `where` included. */
export const toRequestFilter = (model: ConsoleEntity, state: ListState): Record<string, unknown> => ({
  ...whereFilter(model.list.where),
  ...Object.fromEntries(filterParameters(state.filters)),
  ...(state.keyword && { keyword: state.keyword }),
});
