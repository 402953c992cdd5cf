import type { EntityModel } from '../../../../schemas/model/types.ts';
import { endOf, startOf } from '../../../../schemas/model/spans.ts';
import { type Queryable, UNPREPARED } from '../database.ts';
import { quoteIdentifier, quoteLiteral, tableName, quotedTableName } from '../sql.ts';
import { columnType, eventColumns } from './columns.ts';
import { truncateIdentifier } from './names.ts';

const MONTH_MS = 31 * 24 * 3_600_000;
/** Future months that already have a partition. */
const MONTHS_AHEAD = 2;

type EntityRef = Pick<EntityModel, 'name'>;

/**
 * The statement that creates the table of an entity of events, partitioned by month. The primary key begins with the
 * time, so it also serves lists and time ranges. The id is derived from the event's key and time, so a duplicate
 * conflicts with the primary key.
 */
export function createEventTableSql(model: EntityModel): string {
  const columns = eventColumns(model).map(({ name, type }) => `${name} ${columnType(type)}`);
  const all = [
    'id uuid NOT NULL',
    'created_at timestamptz(3) NOT NULL',
    'updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()',
    ...columns,
    'PRIMARY KEY (created_at, id)',
  ];
  return `CREATE TABLE ${quotedTableName(model)} (${all.join(', ')}) PARTITION BY RANGE (created_at)`;
}

/** Name of the partition that holds the month of a moment, unquoted. @param at milliseconds since 1970 */
export function partitionName({ name }: EntityRef, at: number): string {
  // The middle of the month is in it in every zone.
  const month = new Date(startOf('month', at) + MONTH_MS / 2).toISOString().slice(0, 7).replace('-', '');
  return truncateIdentifier(`${tableName(name)}_p${month}`);
}

interface Partition {
  name: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** The existing partitions, the oldest first. */
export async function listPartitions(db: Queryable, { name }: EntityRef): Promise<Partition[]> {
  const rows = await db.query<{ name: string; bound: string }>(
    `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     WHERE p.relname = $1 AND p.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY c.relname`,
    [tableName(name)],
    UNPREPARED,
  );
  return rows
    .flatMap(({ name: own, bound }) => {
      const [, from = '', to = ''] = /FROM \('([^']+)'\) TO \('([^']+)'\)/.exec(bound) ?? [];
      const partition = { name: own, from: parseTimestamp(from), to: parseTimestamp(to) };
      return Number.isNaN(partition.from + partition.to) ? [] : [partition];
    })
    .sort((a, b) => a.from - b.from);
}

/** `2026-10-31 17:00:00+00` as milliseconds. */
function parseTimestamp(text: string): number {
  return Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}

/**
 * Creates the missing partitions of these moments, in the transaction. Blocks only other partition creation of the same
 * table: the others wait, and then find the partition.
 * @returns whether one was created
 */
export async function ensurePartitions(
  tx: Queryable,
  model: EntityRef,
  moments: readonly number[],
): Promise<boolean> {
  const months = [...new Set(moments.map((at) => startOf('month', at)))].sort((a, b) => a - b);
  if ((await findMissingMonths(tx, model, months)).length === 0) return false;
  await tx.query(`LOCK TABLE ONLY ${quotedTableName(model)} IN SHARE UPDATE EXCLUSIVE MODE`, [], UNPREPARED);
  for (const from of await findMissingMonths(tx, model, months)) {
    const partitionSql = quoteIdentifier(partitionName(model, from));
    const [start, end] = [from, endOf('month', from)].map((at) => quoteLiteral(new Date(at).toISOString()));
    // CREATE and ATTACH do not block reads and inserts; PARTITION OF would.
    await tx.query(
      `CREATE TABLE ${partitionSql} (LIKE ${quotedTableName(model)} INCLUDING DEFAULTS)`,
      [],
      UNPREPARED,
    );
    await tx.query(
      `ALTER TABLE ${quotedTableName(model)} ATTACH PARTITION ${partitionSql} FOR VALUES FROM (${start}) TO (${end})`,
      [],
      UNPREPARED,
    );
  }
  return true;
}

/** Months without a partition. */
async function findMissingMonths(
  tx: Queryable,
  model: EntityRef,
  months: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ at: number }>(
    `SELECT at::float8 AS at FROM unnest($1::text[], $2::float8[]) AS wanted(name, at)
     WHERE to_regclass(quote_ident(name)) IS NULL ORDER BY at`,
    [months.map((at) => partitionName(model, at)), months],
    UNPREPARED,
  );
  return rows.map(({ at }) => at);
}

/** The month before, this month, and the next ones. */
export function monthsAround(now: number): number[] {
  const months = [startOf('month', startOf('month', now) - 1)];
  for (let next = 0; next <= MONTHS_AHEAD; next++) months.push(endOf('month', months.at(-1) ?? now));
  return months;
}
