import type { EntityModel, Match, MatchContext, SortModel } from '../../schemas/model/types.ts';
import { isStorable, matchToSql, type Parameters } from '../storage/matchSql.ts';
import { columnsOf, searchText, tableOf } from '../storage/sql.ts';
import { ROW } from './recordShape.ts';
import { RepositoryError } from './repositoryErrors.ts';

export interface ListQuery {
  /** Rows at most; default 20. */
  take?: number;
  /** The page starts at this record, whether or not it still matches; unknown → UNKNOWN_CURSOR. */
  cursorId?: string;
  /** Rows passed over, counted from the cursor's own. */
  skip?: number;
  /** Looked for anywhere in the search fields, case-folded. */
  keyword?: string;
  /** Default: the list's own. */
  sort?: SortModel;
  /** All of these have to hold: filters, `list.where`, `access.rows`. */
  where?: (Match | undefined)[];
  /** What `$user` and `$now` in `where` stand for. */
  context?: MatchContext;
}

/** The conditions of a list joined by AND; `false` alone when nothing can match. */
export function conditionsOf(model: EntityModel, query: ListQuery, parameters: Parameters): string {
  const parts = (query.where ?? []).flatMap((match) =>
    match ? [matchToSql(model, match, parameters, query.context)] : [],
  );
  const keyword = query.keyword?.trim();
  if (keyword) {
    const text = searchText(model);
    if (!text || !isStorable(keyword)) return 'false';
    const escaped = keyword.replaceAll(/[\\%_]/g, '\\$&');
    parts.push(`${text} LIKE '%' || record_fold(${parameters.add(escaped)}) || '%'`);
  }
  return parts.filter((part) => part !== 'true').join(' AND ') || 'true';
}

/** The order of a list: the sort, then the newest first. */
interface Order {
  /** The sort's expression, or nothing when the list is sorted by its creation alone. */
  sort?: string;
  direction: 'ASC' | 'DESC';
}

function orderOf(model: EntityModel, sort: SortModel): Order {
  const column = columnsOf(model).get(sort.field);
  if (!column?.sort) throw new RepositoryError('MALFORMED', `A list cannot be sorted by "${sort.field}"`);
  if (sort.field === 'createdAt' && sort.order === 'DESC') return { direction: 'DESC' };
  return { sort: column.sort, direction: sort.order };
}

/**
 * The statement of a page. With a cursor it has three parts, each one index range: the cursor's own row, those after
 * it with the same sort key, those with a later key. So a page costs the same at any depth. Rows carry `keep`: the
 * cursor's row counts for `skip` even when it has ceased to match. The limits stand in the text: with limits that it
 * does not know the planner sorts the whole table.
 */
export function listStatement(model: EntityModel, query: ListQuery, parameters: Parameters): string {
  const table = tableOf(model);
  const order = orderOf(model, query.sort ?? model.list.sort);
  const conditions = conditionsOf(model, query, parameters);
  const take = whole(query.take ?? 20);
  const skip = whole(query.skip ?? 0);
  const offset = skip > 0 ? ` OFFSET ${skip}` : '';
  const by = (key: string | undefined): string =>
    `ORDER BY ${key ? `${key} ${order.direction}, ` : ''}created_at DESC, id DESC`;
  if (query.cursorId === undefined) {
    return `SELECT ${ROW}, true AS keep FROM ${table} WHERE ${conditions} ${by(order.sort)} LIMIT ${take}${offset}`;
  }
  const most = `LIMIT ${take + skip + 1}`;
  const key = order.sort ? `${order.sort} AS key` : 'NULL AS key';
  const cursor = `SELECT *, ${key} FROM ${table} WHERE id = ${parameters.add(query.cursorId)}::uuid`;
  const from = (columns: string): string => `(SELECT ${columns} FROM cursor)`;
  const after = `(created_at, id) < (${from('created_at')}, ${from('id')})`;
  const same = order.sort ? `${order.sort} = ${from('key')} AND ${after}` : after;
  const rows = `SELECT *, ${key}, true AS keep FROM ${table} WHERE ${conditions} AND`;
  const later = order.sort
    ? `UNION ALL (${rows} ${order.sort} ${order.direction === 'ASC' ? '>' : '<'} ${from('key')} ${by(order.sort)} ${most})`
    : '';
  return `WITH cursor AS MATERIALIZED (${cursor})
    SELECT ${ROW}, keep FROM (
      (SELECT *, coalesce(${conditions}, false) AS keep FROM cursor)
      UNION ALL (${rows} ${same} ${by(undefined)} ${most})
      ${later}
    ) AS page ${by(order.sort ? 'key' : undefined)} ${most}${offset}`;
}

/** Whether the page's statement will come again, so that it is worth preparing. */
export function isPreparable(query: ListQuery): boolean {
  return !query.keyword && (query.skip ?? 0) <= 1;
}

function whole(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RepositoryError('MALFORMED', `${count} is no number of rows`);
  return count;
}
