import type { EntityModel } from '../../schemas/model/types.ts';
import { StorageError, type Database, type Queryable } from './database.ts';
import { entityTable, layFoundation } from './foundation.ts';
import { indexesOf } from './indexes.ts';
import { auditView } from './auditView.ts';
import { breakingChanges } from './schemaChange.ts';
import { fingerprintOf, storedShape, type StoredShape } from './storedShape.ts';
import { identifier, tableName, tableOf } from './sql.ts';

/** One number for all processes, so that starts at the same time wait for each other. */
const MIGRATION_LOCK = 7_230_151;
const PLAIN = { prepare: false };

/**
 * Brings the tables and indexes to what the models say, in one transaction. Adding a field changes nothing that is
 * stored; a change that would lose or break stored rows is refused.
 * @throws StorageError every refused change, one per line: entity, field, number of rows and what to do
 */
export async function migrate(db: Database, models: readonly EntityModel[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0', [], PLAIN);
    await tx.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await layFoundation(tx);
    const stored = await readShapes(tx);
    const problems = await removedEntities(tx, models, stored);
    const tables = models.filter((model) => model.source === 'table');
    const changed = tables.filter((model) => stored.get(model.name)?.fingerprint !== fingerprintOf(model));
    for (const model of changed) {
      const before = stored.get(model.name);
      if (before) problems.push(...(await breakingChanges(tx, before.shape, model)));
    }
    if (problems.length > 0) throw new StorageError(problems.join('\n'));
    for (const model of changed) await bringUp(tx, model);
    for (const model of models) {
      if (model.source === 'audit') await tx.query(auditView(model, tables), [], PLAIN);
    }
  });
}

interface Known {
  fingerprint: string;
  shape: StoredShape;
}

async function readShapes(tx: Queryable): Promise<Map<string, Known>> {
  const rows = await tx.query<{ entity: string; fingerprint: string; model: StoredShape }>(
    'SELECT entity, fingerprint, model FROM record_schema',
  );
  return new Map(rows.map((row) => [row.entity, { fingerprint: row.fingerprint, shape: row.model }]));
}

/** Entities whose file is gone: an empty table goes with it, rows are kept and told. */
async function removedEntities(
  tx: Queryable,
  models: readonly EntityModel[],
  stored: Map<string, Known>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const entity of stored.keys()) {
    if (models.some((model) => model.name === entity)) continue;
    const table = identifier(tableName(entity));
    const [rows] = await tx.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table}`,
      [],
      PLAIN,
    );
    if (rows && rows.count > 0) {
      problems.push(
        `Entity "${entity}" has no schema file any more, but ${rows.count} ${rows.count === 1 ? 'row is' : 'rows are'} stored: restore ${entity}.schema.json, or delete the rows first.`,
      );
    } else {
      await tx.query(`DROP TABLE ${table}`, [], PLAIN);
      await tx.query('DELETE FROM record_schema WHERE entity = $1', [entity]);
    }
  }
  return problems;
}

async function bringUp(tx: Queryable, model: EntityModel): Promise<void> {
  const table = tableOf(model);
  await tx.query(entityTable(table), [], PLAIN);
  const wanted = indexesOf(model);
  const existing = await tx.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND tablename = $1 AND indexname <> $2`,
    [tableName(model.name), `${tableName(model.name)}_pkey`],
  );
  for (const { name } of existing) {
    if (!wanted.some((index) => index.name === name))
      await tx.query(`DROP INDEX ${identifier(name)}`, [], PLAIN);
  }
  for (const index of wanted) {
    if (!existing.some(({ name }) => name === index.name)) await tx.query(index.sql, [], PLAIN);
  }
  await tx.query(
    `INSERT INTO record_schema (entity, fingerprint, model) VALUES ($1, $2, $3)
     ON CONFLICT (entity) DO UPDATE SET fingerprint = excluded.fingerprint, model = excluded.model, changed_at = now()`,
    [model.name, fingerprintOf(model), JSON.stringify(storedShape(model))],
  );
  // Contains-searches are planned by what the columns hold.
  await tx.query(`ANALYZE ${table}`, [], PLAIN);
}
