import { traitsOf } from '../../../schemas/model/fieldTypes.ts';
import { isWritable } from '../../../schemas/model/sources.ts';
import type { EntityModel, Match, MatchContext, SortModel } from '../../../schemas/model/types.ts';
import { matchToSql, type Parameters } from '../storage/matchSql.ts';
import { timeOfEvent } from '../storage/events/ids.ts';
import { rowCondition } from '../storage/events/rows.ts';
import { liveFields, recordSourceSql } from '../storage/liveFields.ts';
import { columnsOf, quoteIdentifier, quoteLiteral, quotedTableName } from '../storage/sql.ts';
import { cachedStatementText } from './statementTextCache.ts';
import { ROW_COLUMNS, rowColumns } from './recordShape.ts';
import { RepositoryError } from '../storage/repositoryErrors.ts';
import { isTooShortForIndex, keyConditions, keywordCondition, MAX_ROWS_SCANNED } from './search.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface ListQuery {
  /** Rows at most; default 20. */
  take?: number;
  /** The page starts at this record, whether or not it still matches; unknown → UNKNOWN_CURSOR. */
  cursorId?: string;
  /** Rows to skip, starting with the cursor's row. */
  skip?: number;
  /**
   * Searched anywhere in the search fields, case-insensitively; one without three letters or digits in a row only among the
   * first 50,000 rows of the list's order.
   */
  keyword?: string;
  /** Default: the sort of `list` in the schema. */
  sort?: SortModel;
  /** Joined by AND: filters, `list.where`, `access.rows`. */
  where?: (Match | undefined)[];
  /** Without `bulkyFields`, which lists do not show. */
  brief?: boolean;
  /** The person and the time to which `where` may refer. */
  context?: MatchContext;
  /** Only records to which events of a time span refer. */
  referencedInEvents?: EventReferenceFilter;
}

/** Events of a time span that refer to records by a field; `to` is exclusive. */
export interface EventReferenceFilter {
  model: EntityModel;
  field: string;
  /** ISO 8601. */
  from: string;
  to: string;
  where: (Match | undefined)[];
}

function eventReferenceCondition(
  { model, field, from, to, where }: EventReferenceFilter,
  parameters: Parameters,
): string {
  const parts = [
    `created_at >= ${parameters.add(from)}::timestamptz AND created_at < ${parameters.add(to)}::timestamptz`,
    ...where.flatMap((match) => (match ? [matchToSql(model, match, parameters)] : [])),
  ];
  return `id IN (SELECT ${quoteIdentifier(field)} FROM ${quotedTableName(model)} WHERE ${joinConditions(parts)})`;
}

/** SQL of the filters and row rules. */
function filterConditions(model: EntityModel, query: ListQuery, parameters: Parameters): string {
  const parts = (query.where ?? []).flatMap((match) =>
    match
      ? [matchToSql(model, match, parameters, query.context), ...keyConditions(model, match, parameters)]
      : [],
  );
  return joinConditions([
    ...parts,
    query.referencedInEvents && eventReferenceCondition(query.referencedInEvents, parameters),
  ]);
}

function joinConditions(parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== 'true').join(' AND ') || 'true';
}

/** Rows of a list and the conditions on them. */
interface Source {
  /** SQL after FROM. */
  from: string;
  conditions: string;
  /** Only the first rows of the list's order, with a column `sort_key`. */
  isBounded: boolean;
}

function sourceOf(model: EntityModel, query: ListQuery, parameters: Parameters): Source {
  const filters = filterConditions(model, query, parameters);
  const keyword = keywordCondition(model, query.keyword, parameters);
  const table = recordSourceSql(model);
  if (!isTooShortForIndex(query.keyword))
    return { from: table, conditions: joinConditions([filters, keyword]), isBounded: false };
  const order = orderOf(model, query.sort ?? model.list.sort);
  const rows = `SELECT *, ${sortKeyColumn(order)} FROM ${table} WHERE ${filters} ${orderBy(order, order.sort)} LIMIT ${MAX_ROWS_SCANNED}`;
  return { from: `(${rows}) AS searched`, conditions: keyword ?? 'true', isBounded: true };
}

/** SQL after FROM for the rows of a list; for a short keyword only among the first rows. */
export function matchingRows(model: EntityModel, query: ListQuery, parameters: Parameters): string {
  const { from, conditions } = sourceOf(model, query, parameters);
  return `${from} WHERE ${conditions}`;
}

/** The statement of all ids and versions of a list, in its order. */
export function idStatement(
  model: EntityModel,
  query: ListQuery,
  parameters: Parameters,
  limit?: number,
): string {
  const order = orderOf(model, query.sort ?? model.list.sort);
  const { from, conditions, isBounded } = sourceOf(model, query, parameters);
  const sortKey = isBounded && order.sort ? 'sort_key' : order.sort;
  const limitSql = limit === undefined ? '' : ` LIMIT ${requireRowCount(limit)}`;
  const version = model.events ? '1 AS version' : 'version';
  return `SELECT id, ${version} FROM ${from} WHERE ${conditions} ${orderBy(order, sortKey)}${limitSql}`;
}

/** The order of a list: the sort, then the newest first. */
interface Order {
  /** SQL expression of the sort; undefined if the list is only sorted by creation. */
  sort?: string;
  direction: 'ASC' | 'DESC';
  /** The creation time, in the table that has the sort's index. */
  creationColumn: 'created_at' | 'made_at';
}

function orderOf(model: EntityModel, sort: SortModel): Order {
  const column = columnsOf(model).get(sort.field);
  if (!column?.sort)
    throw new RepositoryError('MALFORMED', t('A list cannot be sorted by "%{field}"', { field: sort.field }));
  if (column.sort === 'created_at' && sort.order === 'DESC')
    return { direction: 'DESC', creationColumn: 'created_at' };
  return {
    sort: column.sort,
    direction: sort.order,
    creationColumn: column.field?.live ? 'made_at' : 'created_at',
  };
}

function sortKeyColumn({ sort }: Order): string {
  return sort ? `${sort} AS sort_key` : 'NULL AS sort_key';
}

/** @param key the sort's expression, or the column that has its value */
function orderBy({ direction, creationColumn }: Order, key: string | undefined): string {
  return `ORDER BY ${key ? `${key} ${direction}, ` : ''}${creationColumn} DESC, id DESC`;
}

/**
 * The statement of a page. With a cursor it has three parts, each one index range: the cursor's row, later rows with the
 * same sort key, rows with a later key. So a page costs the same at any depth. The column `is_kept` is false for a cursor's
 * row that no longer matches: it still counts for `skip`. Limits are literals, because with parameters the planner sorts
 * the whole table.
 */
function listStatement(model: EntityModel, query: ListQuery, parameters: Parameters): string {
  const order = orderOf(model, query.sort ?? model.list.sort);
  const { from, conditions, isBounded } = sourceOf(model, query, parameters);
  const take = requireRowCount(query.take ?? 20);
  const skip = requireRowCount(query.skip ?? 0);
  const row = query.brief ? briefRow(model) : rowColumns(model);
  const offset = skip > 0 ? ` OFFSET ${skip}` : '';
  const sortKey = isBounded && order.sort ? 'sort_key' : order.sort;
  if (query.cursorId === undefined) {
    return `SELECT ${row}, true AS is_kept FROM ${from} WHERE ${conditions} ${orderBy(order, sortKey)} LIMIT ${take}${offset}`;
  }
  const most = `LIMIT ${take + skip + 1}`;
  const cursor = `SELECT *, ${sortKeyColumn(order)} FROM ${recordSourceSql(model)} WHERE ${rowCondition(model, query.cursorId, parameters)}`;
  const ofCursor = (columns: string): string => `(SELECT ${columns} FROM cursor)`;
  // Redundant, but lets PostgreSQL prune partitions.
  const time = model.events && timeOfEvent(query.cursorId);
  const partitionCondition = time ? `created_at <= ${parameters.add(time)}::timestamptz AND ` : '';
  const after = `${partitionCondition}(${order.creationColumn}, id) < (${ofCursor(order.creationColumn)}, ${ofCursor('id')})`;
  const sameKey = sortKey ? `${sortKey} = ${ofCursor('sort_key')} AND ${after}` : after;
  const laterKey = `${sortKey} ${order.direction === 'ASC' ? '>' : '<'} ${ofCursor('sort_key')}`;
  const rows = `SELECT *, ${isBounded ? '' : `${sortKeyColumn(order)}, `}true AS is_kept FROM ${from} WHERE ${conditions} AND`;
  const parts = isBounded
    ? [`${rows} ${sortKey ? `(${laterKey} OR ${sameKey})` : sameKey} ${orderBy(order, sortKey)} ${most}`]
    : [
        `${rows} ${sameKey} ${orderBy(order, undefined)} ${most}`,
        ...(sortKey ? [`${rows} ${laterKey} ${orderBy(order, sortKey)} ${most}`] : []),
      ];
  return `WITH cursor AS MATERIALIZED (${cursor})
    SELECT ${row}, is_kept FROM (
      (SELECT *, coalesce(${conditions}, false) AS is_kept FROM cursor)
      ${parts.map((part) => `UNION ALL (${part})`).join('\n')}
    ) AS page ${orderBy(order, sortKey && 'sort_key')} ${most}${offset}`;
}

/** The statement of a page; the text of one without filters, with which most lists start, is cached. */
export function pageStatement(model: EntityModel, query: ListQuery, parameters: Parameters): string {
  const { take, skip, sort = model.list.sort, keyword, cursorId, where, brief } = query;
  const compose = (): string => listStatement(model, query, parameters);
  if (keyword || query.referencedInEvents || cursorId !== undefined || where?.some((match) => match))
    return compose();
  return cachedStatementText(model, JSON.stringify([take, skip, sort.field, sort.order, brief]), compose);
}

const bulkyFieldsCache = new WeakMap<EntityModel, readonly string[]>();

/** Fields that rows of lists do not contain: long nested values that no column, title, badge or action needs. */
export function bulkyFields(model: EntityModel): readonly string[] {
  let names = bulkyFieldsCache.get(model);
  if (!names) {
    const { list, actions, badges, recordTitle } = model;
    const mentioned = JSON.stringify([list, actions, badges, recordTitle]);
    names = model.fields
      .filter((field) => traitsOf(field).omittedInRows && !mentioned.includes(field.name))
      .map(({ name }) => name);
    bulkyFieldsCache.set(model, names);
  }
  return names;
}

function briefRow(model: EntityModel): string {
  const names = bulkyFields(model);
  if (names.length === 0 || !isWritable(model)) return rowColumns(model);
  const facts = liveFields(model).length > 0 ? ' || facts' : '';
  return ROW_COLUMNS.replace(
    /\bdata\b/,
    `(data - ARRAY[${names.map(quoteLiteral).join(', ')}])${facts} AS data`,
  );
}

/** Whether the page's statement is likely to be repeated, so that preparing it pays off. */
export function isPreparable(query: ListQuery): boolean {
  return !query.keyword && (query.skip ?? 0) <= 1;
}

function requireRowCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RepositoryError('MALFORMED', t('%{count} is no number of rows', { count }));
  return count;
}
