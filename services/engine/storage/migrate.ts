import { SOURCES } from '../../../schemas/model/sources.ts';
import type { EntityModel, RetiredEntity } from '../../../schemas/model/types.ts';
import {
  SchemaChangeRefusedError,
  type Database,
  type Queryable,
  type Session,
  UNPREPARED,
} from './database.ts';
import { entityTable } from './entityTable.ts';
import { prepareEventTables, dropEventTables, eventProblems } from './events/prepareTables.ts';
import { indexesOf, isPlanned } from './indexes.ts';
import { liveTableName, createLiveTableSql, fillLiveTableSql, liveFields } from './liveFields.ts';
import {
  dropMaterializingFunctions,
  fillMaterializedColumns,
  addMaterializedColumns,
} from './materializedFields.ts';
import { rebuildReferenceIndex } from './referenceIndex.ts';
import { buildIndex, dropIndex, listIndexes } from './migrations/buildIndex.ts';
import { FOUNDATION } from './migrations/foundation.ts';
import { withMigrationLock } from './migrations/lock.ts';
import { isEmptyPlan, type MigrationTarget, type Plan, planMigration, viewsOf } from './migrationPlan.ts';
import type { MigrationModule } from './migrations/migration.ts';
import { changeTables, retryConflicts } from './migrations/changeTables.ts';
import { renameFields } from './renaming.ts';
import { runMigrations } from './migrations/run.ts';
import { breakingChanges } from './schemaChange.ts';
import { fingerprintOf, shapeAfterRollback, storedShape, type StoredShape } from './storedShape.ts';
import { retireValues } from './retireValues.ts';
import { forgetNewerReleases, recordRelease, releaseFingerprint, releaseState } from './releases.ts';
import { quoteIdentifier, quoteLiteral, tableName, quotedTableName } from './sql.ts';

/**
 * Migrates tables and indexes to the modules and models. Adding a field changes no stored row; a change that would lose
 * or invalidate stored rows is refused. With nothing to change it only reads, and takes no lock. Otherwise no statement
 * blocks others for more than a second, and a server builds the indexes of existing tables concurrently.
 * @param modules the modules with tables of their own, the foundation among them
 * @param exclusive no other version of the product runs on the database. Without it, tables of entities that these
 * models do not have are left alone, and a version older than the newest one changes nothing
 * @param rollback returns from a newer version for good: what it stored beyond these models is left as it is
 * @param retired entities that the product no longer has, and whether their tables are dropped
 * @returns 'superseded' for an older version
 * @throws StorageError every refused change, one per line: entity, field, number of rows and what to do; or the
 * connection that blocks the change of a table
 */
export async function migrate(
  db: Database,
  models: readonly EntityModel[],
  modules: readonly MigrationModule[] = [FOUNDATION],
  { exclusive = true, retired = [], rollback = false }: Partial<Omit<MigrationTarget, 'models'>> = {},
): Promise<'applied' | 'superseded'> {
  await runMigrations(db, ...modules);
  const release = releaseOf(models, modules, retired);
  const target = { models, retired, exclusive, rollback };
  const stateOf = async (queryable: Queryable): Promise<'applied' | 'superseded' | undefined> => {
    const state = await releaseState(queryable, release);
    if (state === 'superseded' && !exclusive) return state;
    return state === 'newest' && isEmptyPlan(await planMigration(queryable, target)) ? 'applied' : undefined;
  };
  const currentState = await stateOf(db);
  if (currentState) return currentState;
  return withMigrationLock(db, async (session) => {
    const state = await stateOf(session);
    if (state) return state;
    const plan = await planMigration(session, target);
    if (!isEmptyPlan(plan)) await apply(db, session, plan);
    if (rollback) await forgetNewerReleases(session, release);
    await recordRelease(session, release);
    return 'applied';
  });
}

async function apply(db: Database, session: Session, plan: Plan): Promise<void> {
  await changeTables(session, (tx) => applyTableChanges(tx, plan));
  await reconcileIndexes(db, session, plan.changed);
  for (const model of plan.changed) {
    await fillMaterializedColumns(session, model);
    const before = plan.rollback ? plan.stored.get(model.name)?.shape : undefined;
    await saveAppliedSchema(session, model, before ? shapeAfterRollback(model, before) : storedShape(model));
  }
}

/** Fingerprint of the tables, views and migrations of these models and modules. */
export function releaseOf(
  models: readonly EntityModel[],
  modules: readonly MigrationModule[],
  retired: readonly RetiredEntity[],
): string {
  const stored = models.filter(({ source }) => SOURCES[source].stored);
  const tables = stored.map((model) => `${model.name} ${fingerprintOf(model)}`);
  const retirements = retired.map(({ name, values }) => `${name} ${values}`);
  return releaseFingerprint(
    [...tables, ...retirements, ...viewsOf(models).map(({ digest }) => digest)],
    modules,
  );
}

/** Applies everything but the indexes of existing tables, all or nothing. */
async function applyTableChanges(tx: Queryable, plan: Plan): Promise<void> {
  const problems: string[] = [];
  for (const entity of plan.removed) problems.push(...(await removeEntity(tx, entity)));
  for (const model of plan.changed) {
    const before = plan.stored.get(model.name);
    if (!before) continue;
    if ((before.shape.events ?? false) !== (model.events !== undefined)) {
      problems.push(...(await changeSource(tx, model)));
      plan.stored.delete(model.name);
    } else if (model.events) problems.push(...(await eventProblems(tx, model)));
    else {
      const shape = await renameFields(tx, before.shape, model);
      await retireValues(tx, model);
      problems.push(...(await breakingChanges(tx, shape, model, plan.rollback)));
    }
  }
  if (problems.length > 0) throw new SchemaChangeRefusedError(problems.join('\n'));
  for (const entity of plan.dropped) await dropRetired(tx, entity);
  // Without a fingerprint, so that the version that has them applies its schema again.
  await tx.query(
    `UPDATE record_schema SET fingerprint = '', model = model || '{"left": true}' WHERE entity = ANY($1::text[])`,
    [plan.abandoned],
    UNPREPARED,
  );
  for (const model of plan.changed) {
    const exists = plan.stored.has(model.name);
    if (model.events) await prepareEventTables(tx, model);
    else if (!exists) await tx.query(entityTable(quotedTableName(model)), [], UNPREPARED);
    await prepareLiveTable(tx, model);
    if (exists) continue;
    for (const index of indexesOf(model)) await tx.query(index.sql, [], UNPREPARED);
  }
  for (const model of plan.referenceIndexOutdated) await rebuildReferenceIndex(tx, model);
  for (const { model, sql, digest } of plan.views) {
    await tx.query(`DROP VIEW IF EXISTS ${quotedTableName(model)}`, [], UNPREPARED);
    await tx.query(sql, [], UNPREPARED);
    await tx.query(`COMMENT ON VIEW ${quotedTableName(model)} IS ${quoteLiteral(digest)}`, [], UNPREPARED);
  }
}

/** Creates the table of live fields, with a row for every record. */
async function prepareLiveTable(tx: Queryable, model: EntityModel): Promise<void> {
  if (liveFields(model).length === 0) return;
  await tx.query(createLiveTableSql(model), [], UNPREPARED);
  await tx.query(fillLiveTableSql(model), [], UNPREPARED);
  await addMaterializedColumns(tx, model);
}

/** Records became events, or vice versa: drops the table if it is empty. @returns the problem if it is not */
async function changeSource(tx: Queryable, model: EntityModel): Promise<string[]> {
  const [rows] = await tx.query(`SELECT 1 FROM ${quotedTableName(model)} LIMIT 1`, [], UNPREPARED);
  if (!rows) {
    await dropTables(tx, model.name);
    return [];
  }
  const [is, was] = model.events ? ['events', 'records'] : ['records', 'events'];
  return [
    `Entity "${model.name}": its rows are stored as ${was}, but would be ${is}: give the new kind a name of its own.`,
  ];
}

/** Drops the table of a retired entity with its references. The history keeps who did what, without the values. */
async function dropRetired(tx: Queryable, entity: string): Promise<void> {
  await dropTables(tx, entity);
  await tx.query('DELETE FROM record_reference WHERE from_entity = $1', [entity]);
  await tx.query('UPDATE record_history SET before = NULL, after = NULL WHERE entity = $1', [entity]);
}

async function dropTables(tx: Queryable, entity: string): Promise<void> {
  await dropEventTables(tx, entity);
  await tx.query(`DROP TABLE IF EXISTS ${quoteIdentifier(liveTableName(entity))}`, [], UNPREPARED);
  await tx.query(`DROP TABLE ${quoteIdentifier(tableName(entity))}`, [], UNPREPARED);
  await dropMaterializingFunctions(tx, entity);
  await tx.query('DELETE FROM record_schema WHERE entity = $1', [entity]);
  await tx.query('DELETE FROM record_upkeep WHERE entity = $1', [entity]);
}

/** Drops the empty table of an entity without a schema file. @returns the problem if it has rows */
async function removeEntity(tx: Queryable, entity: string): Promise<string[]> {
  const table = quoteIdentifier(tableName(entity));
  const [rows] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
    [],
    UNPREPARED,
  );
  if (rows && rows.count > 0) {
    return [
      `Entity "${entity}" has no schema file any more, but ${rows.count} ${rows.count === 1 ? 'row is' : 'rows are'} stored: restore ${entity}.schema.json, which may say "retired", or delete the rows first.`,
    ];
  }
  await dropTables(tx, entity);
  return [];
}

/** Builds the missing indexes of each model, then drops its outdated ones; an administrator's own stay. */
async function reconcileIndexes(db: Database, session: Session, models: EntityModel[]): Promise<void> {
  const existing = await listIndexes(session);
  for (const model of models) {
    const wanted = indexesOf(model);
    for (const { name, definition } of wanted) {
      if (!existing.get(name)?.valid) await buildIndex(db, session, definition);
    }
    for (const { name, table } of existing.values()) {
      const outdated = !wanted.some((index) => index.name === name) && isPlanned(model.name, name);
      if ([tableName(model.name), liveTableName(model.name)].includes(table) && outdated) {
        await retryConflicts(session, () => dropIndex(db, session, name));
      }
    }
  }
}

async function saveAppliedSchema(session: Session, model: EntityModel, shape: StoredShape): Promise<void> {
  // The planner needs statistics for contains-searches.
  await session.exec(`ANALYZE ${quotedTableName(model)}`);
  await session.query(
    `INSERT INTO record_schema (entity, fingerprint, model) VALUES ($1, $2, $3)
     ON CONFLICT (entity) DO UPDATE SET fingerprint = excluded.fingerprint, model = excluded.model, changed_at = now()`,
    [model.name, fingerprintOf(model), JSON.stringify(shape)],
  );
}
