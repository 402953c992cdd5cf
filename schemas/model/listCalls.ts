import { isContextReference } from './match.ts';
import type { EntityModel, ListModel, Match, SortModel } from './types.ts';

/** Page sizes a person may choose (docs/product.md). */
export const PAGE_SIZES = [10, 20, 30, 50, 100];

/** UTF-16 units of a search or filter text. */
export const MAX_SEARCH_UNITS = 500;

/** A search text cut to `MAX_SEARCH_UNITS`, without half a surrogate pair at its end. */
export const truncateSearch = (text: string): string =>
  text.slice(0, MAX_SEARCH_UNITS).replace(/[\uD800-\uDBFF]$/, '');

const KEYWORD = 'keyword';

type Scalar = string | number | boolean;
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);

const appendParam = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === undefined || value === null || value === '') return;
  if (isScalar(value)) query.append(name, name === KEYWORD ? truncateSearch(String(value)) : String(value));
  else if (Array.isArray(value)) for (const item of value) appendParam(query, name, item);
  else if (typeof value === 'object') {
    for (const [key, nested] of Object.entries(value))
      appendParam(query, key ? `${name}.${key}` : name, nested);
  }
};

/** React-admin's conventional full-text filter and the services' name for it. */
const FULL_TEXT = 'q';

/**
 * Query parameters of a filter: `{status: ['draft', 'failed'], createdAt: {gte: …}, q: 'x'}` →
 * `status=draft&status=failed&createdAt.gte=…&keyword=x`. The operator `''` is equality. Empty values are left out.
 */
export const filterQuery = (filter: Record<string, unknown> = {}): URLSearchParams => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    appendParam(query, name === FULL_TEXT ? KEYWORD : name, value);
  return query;
};

/** The query string with further parameters, without empty ones; empty or beginning with `?`. */
export const toQueryString = (query: URLSearchParams, params: Record<string, unknown>): string => {
  for (const [name, value] of Object.entries(params)) appendParam(query, name, value);
  const text = query.toString();
  return text && `?${text}`;
};

/** `{field: 'name', order: 'DESC'}` → `-name`. */
export const sortParam = (sort?: { field: string; order: string }): string | undefined =>
  sort?.field ? `${sort.order === 'DESC' ? '-' : ''}${sort.field}` : undefined;

const RANGE = new Set(['gt', 'gte', 'lt', 'lte']);

/**
 * A Match as list filters: equality, one of several values, and ranges. Other tests cannot be expressed and are left
 * out.
 */
export const whereFilter = (where: Match | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where ?? {}).flatMap(([name, test]): [string, unknown][] => {
      if (test === null || typeof test !== 'object' || Array.isArray(test)) return [[name, test]];
      return Object.entries(test).flatMap(([operator, value]): [string, unknown][] => {
        // The services fill in context values; they apply the whole condition anyway.
        if (isContextReference(value)) return [];
        if (operator === 'in') return [[name, value]];
        return RANGE.has(operator) ? [[`${name}.${operator}`, value]] : [];
      });
    }),
  );

/**
 * Whether a parameter concerns the screen alone: the saved view, `_columns` and the like, or a list in a tab
 * (`ticket:keyword`).
 */
const isScreenParam = (name: string): boolean =>
  name === 'view' || name.startsWith('_') || name.includes(':');

/** The query of the tab in which a list opens; undefined where that tab shows all records. */
export const openingTabQuery = ({ tabs }: Pick<ListModel, 'tabs'>): string | undefined =>
  tabs?.opens === undefined ? undefined : new URLSearchParams({ [tabs.by]: tabs.opens }).toString();

/** The default order of a list in a tab: the tab's own, or the list's. */
export const sortOfTab = (
  { tabs, sort }: Pick<ListModel, 'tabs' | 'sort'>,
  tab: string | undefined,
): SortModel => (tab !== undefined && new Map(Object.entries(tabs?.sort ?? {})).get(tab)) || sort;

/** A person's preferences for a list that affect its requests. */
export interface ListPreference {
  perPage?: number;
  /** The view in which the list opens without a query; without one it opens in its first tab. */
  opening?: { query: string };
}

/** Queries of a list's first requests. */
export interface FirstListQueries {
  /** Asks for one row more than is shown, which tells whether there are more. */
  rows: string;
  /** The count, requested where the rows do not give it. */
  total: string;
  /** Rows per page. */
  perPage: number;
}

/** The first requests of a list opened at an address with this query. */
export const firstListQueries = (
  list: ListModel,
  address: string,
  preference: ListPreference = {},
): FirstListQueries => {
  const isEmptyAddress = address.replace('?', '') === '';
  const params = new URLSearchParams(
    isEmptyAddress ? (preference.opening?.query ?? openingTabQuery(list)) : address,
  );
  const take = Number(params.get('take') ?? preference.perPage);
  const perPage = PAGE_SIZES.includes(take) ? take : list.pageSize;
  const page = Number(params.get('_page'));
  const [tab, ...otherTabs] = params.getAll(list.tabs?.by ?? '');
  const sort = params.get('sort') ?? sortParam(sortOfTab(list, otherTabs.length === 0 ? tab : undefined));
  const filters: Record<string, unknown> = whereFilter(list.where);
  for (const name of new Set(params.keys())) {
    if (name !== 'take' && name !== 'sort' && !isScreenParam(name)) filters[name] = params.getAll(name);
  }
  const skip = Number.isInteger(page) && page > 1 ? (page - 1) * perPage : undefined;
  return {
    rows: toQueryString(filterQuery(filters), { take: perPage + 1, skip, sort }),
    total: toQueryString(filterQuery(filters), {}),
    perPage,
  };
};

/** The query that fetches records by their ids. */
export const recordsByIdQuery = (ids: readonly (string | number)[]): string =>
  toQueryString(filterQuery({ id: ids }), { take: ids.length });

/** Ids of the records that reference columns of the rows show, by entity. */
export const referencedIds = (
  { list, fields }: Pick<EntityModel, 'list' | 'fields'>,
  rows: readonly Record<string, unknown>[],
): Map<string, string[]> => {
  const idsByEntity = new Map<string, Set<string>>();
  const shownFields = fields.flatMap(({ name, column }) =>
    list.columns.includes(name)
      ? [name, ...(column && column.secondaryField !== undefined ? [column.secondaryField] : [])]
      : [],
  );
  for (const { name, display, reference } of fields) {
    if (display !== 'reference' || !reference || !shownFields.includes(name)) continue;
    const ids = idsByEntity.get(reference.entity) ?? new Set();
    idsByEntity.set(reference.entity, ids);
    for (const { [name]: id } of rows) if (typeof id === 'string' && id !== '') ids.add(id);
  }
  return new Map(
    [...idsByEntity].flatMap(([entity, ids]) => (ids.size > 0 ? [[entity, [...ids]] as const] : [])),
  );
};
