import type { InfiniteData } from '@tanstack/react-query';
import type { GetListResult, RaRecord, SortPayload } from 'ra-core';

type Pages = InfiniteData<GetListResult>;

/**
 * The pages of a list with some of its records looked at again: those that no longer belong to it leave, others take
 * their new values where they stand, and come to where the order wants them if they are new or their place is another.
 * What belongs beyond the last row that was loaded comes when that is scrolled to.
 * @param asked ids that were looked at; `answered`, those of them that belong to the list
 */
export const mergeRows = (
  data: Pages,
  asked: ReadonlySet<string>,
  answered: readonly RaRecord[],
  sort: SortPayload,
): Pages => {
  const found = new Map(answered.map((row) => [String(row.id), row]));
  const placed = new Set<string>();
  const pages = data.pages.map((page) => ({
    ...page,
    data: page.data.flatMap((row) => {
      const id = String(row.id);
      if (!asked.has(id)) return [row];
      const now = found.get(id);
      if (!now || compare(row, now, sort) !== 0) return [];
      placed.add(id);
      return [now];
    }),
  }));
  for (const row of answered) if (!placed.has(String(row.id))) insert(pages, row, sort);
  return { ...data, pages };
};

const insert = (pages: GetListResult[], row: RaRecord, sort: SortPayload): void => {
  for (const page of pages) {
    const at = page.data.findIndex((other) => order(row, other, sort) < 0);
    if (at < 0) continue;
    page.data.splice(at, 0, row);
    return;
  }
  const last = pages.at(-1);
  if (last && !last.pageInfo?.hasNextPage) last.data.push(row);
};

/** As the services order: by the field, then the newest first, then by id. */
const order = (a: RaRecord, b: RaRecord, sort: SortPayload): number =>
  compare(a, b, sort) ||
  compare(a, b, { field: 'createdAt', order: 'DESC' }) ||
  compare(a, b, { field: 'id', order: 'DESC' });

const compare = (a: RaRecord, b: RaRecord, { field, order: way }: SortPayload): number => {
  const [left, right] = [keyOf(a[field]), keyOf(b[field])];
  if (left === right) return 0;
  const before = typeof left === typeof right ? left < right : typeof left === 'string' && left === '';
  return before === (way === 'ASC') ? -1 : 1;
};

/** What is absent comes first. */
const keyOf = (value: unknown): string | number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value ?? '').replace(/^""$/, '');
};
