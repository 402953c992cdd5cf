import type { EntityModel } from '../../../../schemas/model/types.ts';
import { type Queryable, UNPREPARED } from '../database.ts';
import { quoteIdentifier, quoteJson, quoteLiteral, tableName, quotedTableName } from '../sql.ts';
import { droppedFields } from '../retiring.ts';
import { columnType, eventColumns, type EventColumn } from './columns.ts';
import { type StoredRollup, storedRollups } from './grains.ts';
import { createEventTableSql, ensurePartitions, monthsAround } from './table.ts';
import { createBitmapTableStatements } from './bitmapTables.ts';
import {
  BUCKET,
  hashDefinition,
  rollupTableName,
  createRollupTableStatements,
  rollupTableNames,
} from './rollupTables.ts';
import { textOf } from '../../../../schemas/model/text.ts';

/** Stored events and counts that a changed schema would lose, one line each. */
export async function eventProblems(tx: Queryable, model: EntityModel): Promise<string[]> {
  const known = await readColumns(tx, tableName(model.name));
  const problems: string[] = [];
  const addProblem = (what: string): void => void problems.push(`Entity "${model.name}": ${what}.`);
  for (const column of eventColumns(model)) {
    const type = known.get(column.field.name);
    if (type === undefined || type === column.type) continue;
    if (await hasValues(tx, model, column))
      addProblem(
        `field "${column.field.name}" was stored as ${type}, but would be ${column.type}, and events hold it: keep its type, or add a new field instead`,
      );
  }
  for (const { rollup: id, definition } of await readStoredRollups(tx, model)) {
    // A grain can always be aggregated again.
    if (isGrain(id)) continue;
    const rollup = model.events?.rollups.find((one) => one.id === id);
    if (rollup && hashDefinition(model, rollup) === definition) continue;
    const since = await findCountsWithoutEvents(tx, model, id);
    if (since === undefined) continue;
    addProblem(
      `roll-up "${id}" ${rollup ? 'counts something else now' : 'is gone'}, but holds counts since ${since}, whose events are no longer stored: ${rollup ? 'give the new one a name of its own' : 'put it back, or let its "keep" run out first'}`,
    );
  }
  return problems;
}

async function hasValues(tx: Queryable, model: EntityModel, { name }: EventColumn): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM ${quotedTableName(model)} WHERE ${name} IS NOT NULL LIMIT 1`,
    [],
    UNPREPARED,
  );
  return rows.length > 0;
}

/** The first day of a roll-up's counts whose events are no longer stored, so that they could not be recounted. */
async function findCountsWithoutEvents(
  tx: Queryable,
  model: EntityModel,
  rollup: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ since: Date | null }>(
    `SELECT min(${BUCKET}) AS since FROM ${quoteIdentifier(rollupTableName(model.name, rollup))}
     WHERE ${BUCKET} < coalesce((SELECT min(created_at) FROM ${quotedTableName(model)}) - interval '31 days', 'infinity')`,
    [],
    UNPREPARED,
  );
  return row?.since?.toISOString().slice(0, 10);
}

/** Creates the tables of an event entity, or migrates them to the model. `eventProblems` has to be empty. */
export async function prepareEventTables(tx: Queryable, model: EntityModel, now = Date.now()): Promise<void> {
  const known = await readColumns(tx, tableName(model.name));
  if (known.size === 0) await tx.query(createEventTableSql(model), [], UNPREPARED);
  else await migrateColumns(tx, model, known);
  await ensurePartitions(tx, model, monthsAround(now));
  const [stored] = await tx.query(`SELECT 1 FROM ${quotedTableName(model)} LIMIT 1`, [], UNPREPARED);
  for (const rollup of storedRollups(model)) await migrateRollup(tx, model, rollup, stored !== undefined);
  await dropRemovedRollups(tx, model);
}

/** Adds, renames and drops columns. New columns get their field's default; columns of removed fields stay with their values, unless they are to be dropped. */
async function migrateColumns(tx: Queryable, model: EntityModel, known: Map<string, string>): Promise<void> {
  const alter = (change: string): Promise<unknown> =>
    tx.query(`ALTER TABLE ${quotedTableName(model)} ${change}`, [], UNPREPARED);
  for (const name of droppedFields(model))
    if (known.has(name)) await alter(`DROP COLUMN ${quoteIdentifier(name)}`);
  for (const { field, name, type } of eventColumns(model)) {
    const old = field.renamedFrom;
    if (old !== undefined && !known.has(field.name) && known.has(old)) {
      await alter(`RENAME COLUMN ${quoteIdentifier(old)} TO ${name}`);
      known.set(field.name, known.get(old) ?? type);
      known.delete(old);
    }
    if (known.get(field.name) === type) continue;
    // Its type changes, but it has no values.
    if (known.has(field.name)) await alter(`DROP COLUMN ${name}`);
    const first = field.default ?? field.constant;
    const value =
      first === undefined
        ? ''
        : ` DEFAULT ${type === 'jsonb' ? quoteJson(first) : `${quoteLiteral(textOf(first))}::${type}`}`;
    await alter(`ADD COLUMN ${name} ${columnType(type)}${value}`);
    if (value !== '') await alter(`ALTER COLUMN ${name} DROP DEFAULT`);
  }
}

/** Columns of a table with their types, as `format_type` spells them; empty without such a table. */
async function readColumns(tx: Queryable, table: string): Promise<Map<string, string>> {
  const rows = await tx.query<{ name: string; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`,
    [table],
    UNPREPARED,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

const isGrain = (id: string): boolean => id.includes('.');

function readStoredRollups(
  tx: Queryable,
  { name }: Pick<EntityModel, 'name'>,
): Promise<{ rollup: string; definition: string }[]> {
  return tx.query('SELECT rollup, definition FROM record_rollup WHERE entity = $1', [name], UNPREPARED);
}

/**
 * Recreates the tables of a roll-up that is new or whose definition changed. They are empty until `backfillRollups` has
 * counted the stored events.
 */
async function migrateRollup(
  tx: Queryable,
  model: EntityModel,
  rollup: StoredRollup,
  hasEvents: boolean,
): Promise<void> {
  const definition = hashDefinition(model, rollup);
  const stored = (await readStoredRollups(tx, model)).find((one) => one.rollup === rollup.id);
  if (stored?.definition === definition) return createBitmapTables(tx, model, rollup);
  if (stored) await dropRollup(tx, model.name, rollup.id);
  for (const name of rollupTableNames(model, rollup))
    await tx.query(`DROP TABLE IF EXISTS ${quoteIdentifier(name)}`, [], UNPREPARED);
  for (const statement of createRollupTableStatements(model, rollup))
    await tx.query(statement, [], UNPREPARED);
  await createBitmapTables(tx, model, rollup);
  await tx.query(
    `INSERT INTO record_rollup (entity, rollup, definition, counted_from) VALUES ($1, $2, $3, $4::timestamptz)
     ON CONFLICT (entity, rollup) DO UPDATE SET definition = excluded.definition, counted_from = excluded.counted_from`,
    [model.name, rollup.id, definition, hasEvents ? 'infinity' : '-infinity'],
    UNPREPARED,
  );
}

async function createBitmapTables(tx: Queryable, model: EntityModel, rollup: StoredRollup): Promise<void> {
  for (const statement of createBitmapTableStatements(model, rollup))
    await tx.query(statement, [], UNPREPARED);
}

/** Roll-ups removed from the schema would no longer be updated, so their counts would soon be wrong. */
async function dropRemovedRollups(tx: Queryable, model: EntityModel): Promise<void> {
  const named = new Set(storedRollups(model).map(({ id }) => id));
  for (const { rollup } of await readStoredRollups(tx, model))
    if (!named.has(rollup)) await dropRollup(tx, model.name, rollup);
}

async function dropRollup(tx: Queryable, entity: string, rollup: string): Promise<void> {
  const main = rollupTableName(entity, rollup);
  await dropTables(tx, `${main}__`, main);
  await tx.query('DELETE FROM record_rollup WHERE entity = $1 AND rollup = $2', [entity, rollup], UNPREPARED);
}

async function dropTables(tx: Queryable, prefix: string, own = ''): Promise<void> {
  const rows = await tx.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
     AND (relname = $1 OR starts_with(relname, $2))`,
    [own, prefix],
    UNPREPARED,
  );
  for (const { name } of rows) await tx.query(`DROP TABLE ${quoteIdentifier(name)}`, [], UNPREPARED);
}

/** Drops the roll-up tables of an event entity that has no schema any more. */
export async function dropEventTables(tx: Queryable, entity: string): Promise<void> {
  for (const { rollup } of await readStoredRollups(tx, { name: entity }))
    await dropRollup(tx, entity, rollup);
  await dropTables(tx, `${tableName(entity)}__0_`);
}
