import type { EntityModel } from '../../../../schemas/model/types.ts';
import { endOf, startOf } from '../../../../schemas/model/spans.ts';
import { type Queryable, UNPREPARED } from '../database.ts';
import { identifier, literal, tableName, tableOf } from '../sql.ts';
import { columnType, eventColumns } from './columns.ts';
import { shortName } from './names.ts';

const MONTH_MS = 31 * 24 * 3_600_000;
/** Months that are made before they come. */
const AHEAD = 2;

type Named = Pick<EntityModel, 'name'>;

/**
 * The table of an entity of events, cut into months. The key begins with the time, so that it is also the index of
 * lists and of stretches of time; and an event's id follows from its own key and time, so that one that comes again
 * meets itself there.
 */
export function eventTable(model: EntityModel): string {
  const columns = eventColumns(model).map(({ name, type }) => `${name} ${columnType(type)}`);
  const all = [
    'id uuid NOT NULL',
    'created_at timestamptz(3) NOT NULL',
    'updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()',
    ...columns,
    'PRIMARY KEY (created_at, id)',
  ];
  return `CREATE TABLE ${tableOf(model)} (${all.join(', ')}) PARTITION BY RANGE (created_at)`;
}

/** Name of the part of the table that holds the month of a moment, unquoted. @param at milliseconds since 1970 */
export function partitionName({ name }: Named, at: number): string {
  // The middle of the month is in it in every zone.
  const month = new Date(startOf('month', at) + MONTH_MS / 2).toISOString().slice(0, 7).replace('-', '');
  return shortName(`${tableName(name)}_p${month}`);
}

interface Partition {
  name: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** The partitions that there are, the oldest first. */
export async function partitionsOf(db: Queryable, { name }: Named): Promise<Partition[]> {
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
      const part = { name: own, from: momentOf(from), to: momentOf(to) };
      return Number.isNaN(part.from + part.to) ? [] : [part];
    })
    .sort((one, other) => one.from - other.from);
}

/** `2026-10-31 17:00:00+00` as milliseconds. */
function momentOf(text: string): number {
  return Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
}

/**
 * Makes the partitions of these moments that are not there, in the transaction. It holds up nobody but others that
 * make one of the same table: those wait, and then find it.
 * @returns whether one was made
 */
export async function makePartitions(
  tx: Queryable,
  model: Named,
  moments: readonly number[],
): Promise<boolean> {
  const months = [...new Set(moments.map((at) => startOf('month', at)))].sort((one, other) => one - other);
  if ((await missing(tx, model, months)).length === 0) return false;
  await tx.query(`LOCK TABLE ONLY ${tableOf(model)} IN SHARE UPDATE EXCLUSIVE MODE`, [], UNPREPARED);
  for (const from of await missing(tx, model, months)) {
    const part = identifier(partitionName(model, from));
    const [start, end] = [from, endOf('month', from)].map((at) => literal(new Date(at).toISOString()));
    // Attached, not made as a part: that waits for nobody who reads or appends.
    await tx.query(`CREATE TABLE ${part} (LIKE ${tableOf(model)} INCLUDING DEFAULTS)`, [], UNPREPARED);
    await tx.query(
      `ALTER TABLE ${tableOf(model)} ATTACH PARTITION ${part} FOR VALUES FROM (${start}) TO (${end})`,
      [],
      UNPREPARED,
    );
  }
  return true;
}

async function missing(tx: Queryable, model: Named, months: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ at: number }>(
    `SELECT at::float8 AS at FROM unnest($1::text[], $2::float8[]) AS wanted(name, at)
     WHERE to_regclass(quote_ident(name)) IS NULL ORDER BY at`,
    [months.map((at) => partitionName(model, at)), months],
    UNPREPARED,
  );
  return rows.map(({ at }) => at);
}

/** This month, the one before, and those to come. */
export function monthsAround(now: number): number[] {
  const months = [startOf('month', startOf('month', now) - 1)];
  for (let next = 0; next <= AHEAD; next++) months.push(endOf('month', months.at(-1) ?? now));
  return months;
}
