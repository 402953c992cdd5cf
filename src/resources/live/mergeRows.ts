import type { InfiniteData } from '@tanstack/react-query';
import type { GetListResult, RaRecord, SortPayload } from 'react-admin';
import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { textSortKey } from '../../../schemas/model/thaiOrder.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';

type Pages = InfiniteData<GetListResult>;

/**
 * The pages of a list with some of its records looked at again: those that no longer belong to it leave, others take
 * their new values where they stand, and come to where the order wants them if they are new or their place is another.
 * What belongs beyond the last row that was loaded comes when that is scrolled to.
 * @param asked ids that were looked at; `answered`, those of them that belong to the list
 * @param fields of the entity, whose types say how the database orders them
 */
export const mergeRows = (
  data: Pages,
  asked: ReadonlySet<string>,
  answered: readonly RaRecord[],
  sort: SortPayload,
  fields: readonly FieldModel[],
): Pages => {
  const { isSamePlace, order } = orderBy(sort, fields);
  const found = new Map(answered.map((row) => [String(row.id), row]));
  const placed = new Set<string>();
  const pages = data.pages.map((page) => ({
    ...page,
    data: page.data.flatMap((row) => {
      const id = String(row.id);
      if (!asked.has(id)) return [row];
      const now = found.get(id);
      // Answers may overtake each other: what is shown is never replaced by what it was before.
      if (now && versionOf(now) < versionOf(row)) {
        placed.add(id);
        return [row];
      }
      if (!now || !isSamePlace(row, now)) return [];
      placed.add(id);
      return [now];
    }),
  }));
  for (const row of answered) if (!placed.has(String(row.id))) insert(pages, row, order);
  return { ...data, pages };
};

const versionOf = ({ version }: RaRecord): number => (typeof version === 'number' ? version : 0);

const insert = (pages: GetListResult[], row: RaRecord, order: Comparator): void => {
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

/** The order of the services: by the field, then the newest first, then by id. */
const orderBy = (sort: SortPayload, fields: readonly FieldModel[]) => {
  const by = ({ field: name, order }: SortPayload): Comparator => {
    const field = fields.find((one) => one.name === name);
    const sign = order === 'ASC' ? 1 : -1;
    return (a, b) => sign * compare(sortKey(a[name], field), sortKey(b[name], field));
  };
  const steps = [sort, ...TIES].map(by);
  const order: Comparator = (a, b) => steps.reduce((found, step) => found || step(a, b), 0);
  return { order, isSamePlace: (a: RaRecord, b: RaRecord) => by(sort)(a, b) === 0 };
};
const TIES: SortPayload[] = [
  { field: 'createdAt', order: 'DESC' },
  { field: 'id', order: 'DESC' },
];

/** What the database compares: numbers, and texts by code point, where the type ignores case those that have their place. */
const sortKey = (value: unknown, field: FieldModel | undefined): number | string => {
  const given = value === undefined ? field?.default : value;
  if (field && traitsOf(field).stored === 'number') return typeof given === 'number' ? given : -Infinity;
  if (typeof given === 'number') return given;
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? '').replace(/^""$/, '');
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
