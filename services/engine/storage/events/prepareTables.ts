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
  definitionOf,
  rollupName,
  createRollupTableStatements,
  rollupTableNames,
} from './rollupTables.ts';
import { textOf } from '../../../../schemas/model/text.ts';

/** What a changed schema would lose of stored events and counts, one line each; empty when all stays. */
export async function eventProblems(tx: Queryable, model: EntityModel): Promise<string[]> {
  const known = await columnsIn(tx, tableName(model.name));
  const problems: string[] = [];
  const tell = (what: string): void => void problems.push(`Entity "${model.name}": ${what}.`);
  for (const column of eventColumns(model)) {
    const type = known.get(column.field.name);
    if (type === undefined || type === column.type) continue;
    if (await holds(tx, model, column))
      tell(
        `field "${column.field.name}" was stored as ${type}, but would be ${column.type}, and events hold it: keep its type, or add a new field instead`,
      );
  }
  for (const { rollup: id, definition } of await keptRollups(tx, model)) {
    // What is added up from another one is so again.
    if (isGrain(id)) continue;
    const rollup = model.events?.rollups.find((one) => one.id === id);
    if (rollup && definitionOf(model, rollup) === definition) continue;
    const since = await countsBeyond(tx, model, id);
    if (since === undefined) continue;
    tell(
      `roll-up "${id}" ${rollup ? 'counts something else now' : 'is gone'}, but holds counts since ${since}, whose events are no longer stored: ${rollup ? 'give the new one a name of its own' : 'put it back, or let its "keep" run out first'}`,
    );
  }
  return problems;
}

async function holds(tx: Queryable, model: EntityModel, { name }: EventColumn): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM ${quotedTableName(model)} WHERE ${name} IS NOT NULL LIMIT 1`,
    [],
    UNPREPARED,
  );
  return rows.length > 0;
}

/** Since when a roll-up that would be counted anew has counts that could not be. */
async function countsBeyond(tx: Queryable, model: EntityModel, rollup: string): Promise<string | undefined> {
  const [row] = await tx.query<{ since: Date | null }>(
    `SELECT min(${BUCKET}) AS since FROM ${quoteIdentifier(rollupName(model.name, rollup))}
     WHERE ${BUCKET} < coalesce((SELECT min(created_at) FROM ${quotedTableName(model)}) - interval '31 days', 'infinity')`,
    [],
    UNPREPARED,
  );
  return row?.since?.toISOString().slice(0, 10);
}

/** Creates the tables of an entity of events, or changes them to fit the model. Checked for problems before. */
export async function prepareEventTables(tx: Queryable, model: EntityModel, now = Date.now()): Promise<void> {
  const known = await columnsIn(tx, tableName(model.name));
  if (known.size === 0) await tx.query(createEventTableSql(model), [], UNPREPARED);
  else await bringColumns(tx, model, known);
  await ensurePartitions(tx, model, monthsAround(now));
  const [stored] = await tx.query(`SELECT 1 FROM ${quotedTableName(model)} LIMIT 1`, [], UNPREPARED);
  for (const rollup of storedRollups(model)) await bringRollup(tx, model, rollup, stored !== undefined);
  await dropMissingRollups(tx, model);
}

/** New columns begin with their default; those of fields that are gone stay, with what they hold, but for those to drop. */
async function bringColumns(tx: Queryable, model: EntityModel, known: Map<string, string>): Promise<void> {
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
    // Of another type, but nowhere filled in.
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

/** Columns of a table with their types, as PostgreSQL tells them; none where there is no such table. */
async function columnsIn(tx: Queryable, table: string): Promise<Map<string, string>> {
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

function keptRollups(
  tx: Queryable,
  { name }: Pick<EntityModel, 'name'>,
): Promise<{ rollup: string; definition: string }[]> {
  return tx.query('SELECT rollup, definition FROM record_rollup WHERE entity = $1', [name], UNPREPARED);
}

/**
 * A roll-up that is new, or counts something else now, is empty at first; `fillRollups` counts what is stored, and adds
 * longer buckets up from those that are there.
 */
async function bringRollup(
  tx: Queryable,
  model: EntityModel,
  rollup: StoredRollup,
  hasEvents: boolean,
): Promise<void> {
  const definition = definitionOf(model, rollup);
  const kept = (await keptRollups(tx, model)).find((one) => one.rollup === rollup.id);
  if (kept?.definition === definition) return createBitmapTables(tx, model, rollup);
  if (kept) await dropRollup(tx, model.name, rollup.id);
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

/** Roll-ups that the schema no longer names are not kept up, so their counts would soon be wrong. */
async function dropMissingRollups(tx: Queryable, model: EntityModel): Promise<void> {
  const named = new Set(storedRollups(model).map(({ id }) => id));
  for (const { rollup } of await keptRollups(tx, model))
    if (!named.has(rollup)) await dropRollup(tx, model.name, rollup);
}

async function dropRollup(tx: Queryable, entity: string, rollup: string): Promise<void> {
  const main = rollupName(entity, rollup);
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

/** Removes the tables of an entity of events that has no schema any more. */
export async function dropEvents(tx: Queryable, entity: string): Promise<void> {
  for (const { rollup } of await keptRollups(tx, { name: entity })) await dropRollup(tx, entity, rollup);
  await dropTables(tx, `${tableName(entity)}__0_`);
}
