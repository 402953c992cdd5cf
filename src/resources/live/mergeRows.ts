import type { InfiniteData } from '@tanstack/react-query';
import type { GetListResult, RaRecord, SortPayload } from 'react-admin';
import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { textSortKey } from '../../../schemas/model/thaiOrder.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';

type Pages = InfiniteData<GetListResult>;

/**
 * Merges refetched rows into the pages of a list: rows that no longer match are removed, others are updated, and new or
 * moved ones are inserted in order. A row beyond the last loaded one is left to the next page.
 * @param requestedIds ids that were requested
 * @param rowsFound those of them that match the list
 * @param fields of the entity, whose types say how the database orders them
 */
export const mergeRows = (
  data: Pages,
  requestedIds: ReadonlySet<string>,
  rowsFound: readonly RaRecord[],
  sort: SortPayload,
  fields: readonly FieldModel[],
): Pages => {
  const { isSamePlace, order: compareRows } = buildOrder(sort, fields);
  const rowsById = new Map(rowsFound.map((row) => [String(row.id), row]));
  const placedIds = new Set<string>();
  const pages = data.pages.map((page) => ({
    ...page,
    data: page.data.flatMap((row) => {
      const id = String(row.id);
      if (!requestedIds.has(id)) return [row];
      const newRow = rowsById.get(id);
      // Responses may arrive out of order: a row is never replaced by an older version.
      if (newRow && getVersion(newRow) < getVersion(row)) {
        placedIds.add(id);
        return [row];
      }
      if (!newRow || !isSamePlace(row, newRow)) return [];
      placedIds.add(id);
      return [newRow];
    }),
  }));
  for (const row of rowsFound) if (!placedIds.has(String(row.id))) insertRow(pages, row, compareRows);
  return { ...data, pages };
};

const getVersion = ({ version }: RaRecord): number => (typeof version === 'number' ? version : 0);

const insertRow = (pages: GetListResult[], row: RaRecord, order: Comparator): void => {
  for (const page of pages) {
    const at = page.data.findIndex((other) => order(row, other) < 0);
    if (at < 0) continue;
    page.data.splice(at, 0, row);
    return;
  }
  const last = pages.at(-1);
  if (last && !last.pageInfo?.hasNextPage) last.data.push(row);
};

type Comparator = (a: RaRecord, b: RaRecord) => number;

/** The order of the services: by the field, then newest first, then by id. */
const buildOrder = (sort: SortPayload, fields: readonly FieldModel[]) => {
  const by = ({ field: name, order }: SortPayload): Comparator => {
    const field = fields.find((one) => one.name === name);
    const sign = order === 'ASC' ? 1 : -1;
    return (a, b) => sign * compare(sortKey(a[name], field), sortKey(b[name], field));
  };
  const steps = [sort, ...TIE_BREAKERS].map(by);
  const order: Comparator = (a, b) => steps.reduce((found, step) => found || step(a, b), 0);
  return { order, isSamePlace: (a: RaRecord, b: RaRecord) => by(sort)(a, b) === 0 };
};
const TIE_BREAKERS: SortPayload[] = [
  { field: 'createdAt', order: 'DESC' },
  { field: 'id', order: 'DESC' },
];

/** The value that the database compares: a number, or a text by code point, folded for types that ignore case. */
const sortKey = (value: unknown, field: FieldModel | undefined): number | string => {
  const stored = value === undefined ? field?.default : value;
  if (field && traitsOf(field).stored === 'number') return typeof stored === 'number' ? stored : -Infinity;
  if (typeof stored === 'number') return stored;
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored ?? '').replace(/^""$/, '');
  if (!field || !traitsOf(field).caseInsensitive) return text;
  return textSortKey(text);
};

const compare = (a: number | string, b: number | string): number => {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : 1;
  const [left, right] = [String(a), String(b)];
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1)
    if (left.charCodeAt(at) !== right.charCodeAt(at))
      return (left.codePointAt(at) ?? 0) - (right.codePointAt(at) ?? 0);
  return left.length - right.length;
};
