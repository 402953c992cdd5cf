import { isContextReference } from './match.ts';
import type { EntityModel, ListModel, Match, SortModel } from './types.ts';

/** Page sizes a person may choose (docs/product.md). */
export const PAGE_SIZES = [10, 20, 30, 50, 100];

/** Characters of a text that lists are searched or filtered by. */
export const MAX_SEARCH = 500;

/** A search as far as the services take it, without half a character at its end. */
export const cutSearch = (text: string): string => text.slice(0, MAX_SEARCH).replace(/[\uD800-\uDBFF]$/, '');

const KEYWORD = 'keyword';

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

const add = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === undefined || value === null || value === '') return;
  if (isPlain(value)) query.append(name, name === KEYWORD ? cutSearch(String(value)) : String(value));
  else if (Array.isArray(value)) for (const item of value) add(query, name, item);
  else if (typeof value === 'object') {
    for (const [key, nested] of Object.entries(value)) add(query, key ? `${name}.${key}` : name, nested);
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
  for (const [name, value] of Object.entries(filter)) add(query, name === FULL_TEXT ? KEYWORD : name, value);
  return query;
};

/** Adds the other parameters of a call, again without the empty ones. */
export const withParams = (query: URLSearchParams, params: Record<string, unknown>): string => {
  for (const [name, value] of Object.entries(params)) add(query, name, value);
  const text = query.toString();
  return text && `?${text}`;
};

/** `{field: 'name', order: 'DESC'}` → `-name`. */
export const sortParam = (sort?: { field: string; order: string }): string | undefined =>
  sort?.field ? `${sort.order === 'DESC' ? '-' : ''}${sort.field}` : undefined;

const RANGE = new Set(['gt', 'gte', 'lt', 'lte']);

/** A Match as query parameters: equality, one of, and ranges are what the grammar of lists can say. */
export const whereFilter = (where: Match | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where ?? {}).flatMap(([name, test]): [string, unknown][] => {
      if (test === null || typeof test !== 'object' || Array.isArray(test)) return [[name, test]];
      return Object.entries(test).flatMap(([operator, value]): [string, unknown][] => {
        // What the context gives is the services' to fill in; they hold the whole condition anyway.
        if (isContextReference(value)) return [];
        if (operator === 'in') return [[name, value]];
        return RANGE.has(operator) ? [[`${name}.${operator}`, value]] : [];
      });
    }),
  );

/** What an address says of the screen alone: `_columns`, the kept view, lists in tabs (`ticket:keyword`). */
const isOfScreen = (name: string): boolean => name === 'view' || name.startsWith('_') || name.includes(':');

/** The query of the tab in which a list opens; none where that shows all records. */
export const openingTab = ({ tabs }: Pick<ListModel, 'tabs'>): string | undefined =>
  tabs?.opens === undefined ? undefined : new URLSearchParams({ [tabs.by]: tabs.opens }).toString();

/** The order of a list in one of its tabs, where nobody chose another: the tab's own, or the list's. */
export const orderIn = (
  { tabs, sort }: Pick<ListModel, 'tabs' | 'sort'>,
  tab: string | undefined,
): SortModel => (tab !== undefined && new Map(Object.entries(tabs?.sort ?? {})).get(tab)) || sort;

/** What a person prefers of a list, as far as it changes what the list asks for. */
export interface ListPreference {
  perPage?: number;
  /** The view in which the list opens, where its address says nothing; else it opens in its first tab. */
  opening?: { query: string };
}

/** Queries of the calls with which the console fills a list. */
export interface FirstListQueries {
  /** One row more than is shown tells whether there are more. */
  rows: string;
  /** How many there are, asked where these rows do not tell. */
  total: string;
  /** Rows that are shown. */
  perPage: number;
}

/** The queries for a list that is opened at an address with this query. */
export const firstListQueries = (
  list: ListModel,
  address: string,
  kept: ListPreference = {},
): FirstListQueries => {
  const isPlain = address.replace('?', '') === '';
  const given = new URLSearchParams(isPlain ? (kept.opening?.query ?? openingTab(list)) : address);
  const take = Number(given.get('take') ?? kept.perPage);
  const perPage = PAGE_SIZES.includes(take) ? take : list.pageSize;
  const page = Number(given.get('_page'));
  const [tab, ...others] = given.getAll(list.tabs?.by ?? '');
  const sort = given.get('sort') ?? sortParam(orderIn(list, others.length === 0 ? tab : undefined));
  const filters: Record<string, unknown> = whereFilter(list.where);
  for (const name of new Set(given.keys())) {
    if (name !== 'take' && name !== 'sort' && !isOfScreen(name)) filters[name] = given.getAll(name);
  }
  const skip = Number.isInteger(page) && page > 1 ? (page - 1) * perPage : undefined;
  return {
    rows: withParams(filterQuery(filters), { take: perPage + 1, skip, sort }),
    total: withParams(filterQuery(filters), {}),
    perPage,
  };
};

/** The query of the call that gives records by their ids. */
export const recordsQuery = (ids: readonly (string | number)[]): string =>
  withParams(filterQuery({ id: ids }), { take: ids.length });

/** The records that rows name in columns of theirs: ids by entity, each once. */
export const namedIn = (
  { list, fields }: Pick<EntityModel, 'list' | 'fields'>,
  rows: readonly Record<string, unknown>[],
): Map<string, string[]> => {
  const named = new Map<string, Set<string>>();
  const said = fields.flatMap(({ name, column }) =>
    list.columns.includes(name)
      ? [name, ...(column && column.secondaryField !== undefined ? [column.secondaryField] : [])]
      : [],
  );
  for (const { name, display, reference } of fields) {
    if (display !== 'reference' || !reference || !said.includes(name)) continue;
    const ids = named.get(reference.entity) ?? new Set();
    named.set(reference.entity, ids);
    for (const { [name]: id } of rows) if (typeof id === 'string' && id !== '') ids.add(id);
  }
  return new Map([...named].flatMap(([entity, ids]) => (ids.size > 0 ? [[entity, [...ids]] as const] : [])));
};
