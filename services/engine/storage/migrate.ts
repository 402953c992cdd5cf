import { createHash } from 'node:crypto';
import { isWritable, SOURCES } from '../../../schemas/model/sources.ts';
import type { EntityModel, RetiredEntity } from '../../../schemas/model/types.ts';
import { auditView } from './auditView.ts';
import { SchemaRefused, type Database, type Queryable, type Session, UNPREPARED } from './database.ts';
import { entityTable } from './entityTable.ts';
import { prepareEventTables, dropEvents, eventProblems } from './events/prepareTables.ts';
import { bitmapTableNames } from './events/bitmapTables.ts';
import { indexesOf, isPlanned } from './indexes.ts';
import { jobView } from './jobView.ts';
import { liveTableName, liveTable, fillLiveTable, liveFields } from './liveFields.ts';
import {
  dropMaterializing,
  fillMaterialized,
  isMaterialized,
  materializingTriggers,
  prepareMaterialized,
} from './materializedFields.ts';
import { rebuildReferenceIndex, referencePaths } from './referenceIndex.ts';
import { buildIndex, dropIndex, existingIndexes } from './migrations/buildIndex.ts';
import { FOUNDATION } from './migrations/foundation.ts';
import { withMigrationLock } from './migrations/lock.ts';
import type { MigrationModule } from './migrations/migration.ts';
import { changeTables, retryConflicts } from './migrations/changeTables.ts';
import { renameFields } from './renaming.ts';
import { runMigrations } from './migrations/run.ts';
import { breakingChanges } from './schemaChange.ts';
import { fingerprintOf, shapeWithLeft, storedShape, type StoredShape } from './storedShape.ts';
import { retireValues } from './retireValues.ts';
import { forgetNewerReleases, recordRelease, releaseFingerprint, releaseState } from './releases.ts';
import { quoteIdentifier, quoteLiteral, tableName, quotedTableName } from './sql.ts';
import { derivedFrom } from './derivedData.ts';
import { derivedTables } from './derivedTables.ts';

/**
 * Brings the tables and indexes to what the modules and the models say. Adding a field changes nothing that is
 * stored; a change that would lose or break stored rows is refused. With nothing to change it only reads, so that a
 * start waits for nobody and nobody waits for it; otherwise no statement holds others up for more than a second,
 * and on a server the indexes of a table in use are built beside its work.
 * @param modules whose tables are needed besides the entities', the foundation of all among them
 * @param exclusive no other version of the product runs on the database. Otherwise tables of entities that these
 * models do not know are left alone, and a version that is older than the newest one changes nothing
 * @param rollback a newer version is gone back from for good: what it stored beyond these models is left as it is
 * @param retired entities that the product no longer has, and what becomes of their tables
 * @returns 'superseded' for such an older version
 * @throws StorageError every refused change, one per line: entity, field, number of rows and what to do; and who is
 * in the way when a table cannot be changed
 */
export async function migrate(
  db: Database,
  models: readonly EntityModel[],
  modules: readonly MigrationModule[] = [FOUNDATION],
  { exclusive = true, retired = [], rollback = false }: Partial<Omit<Wanted, 'models'>> = {},
): Promise<'applied' | 'superseded'> {
  await runMigrations(db, ...modules);
  const release = releaseOf(models, modules, retired);
  const wanted = { models, retired, exclusive, rollback };
  const stateOf = async (queryable: Queryable): Promise<'applied' | 'superseded' | undefined> => {
    const state = await releaseState(queryable, release);
    if (state === 'superseded' && !exclusive) return state;
    return state === 'newest' && isDone(await planOf(queryable, wanted)) ? 'applied' : undefined;
  };
  const known = await stateOf(db);
  if (known) return known;
  return withMigrationLock(db, async (session) => {
    const state = await stateOf(session);
    if (state) return state;
    const plan = await planOf(session, wanted);
    if (!isDone(plan)) await apply(db, session, plan);
    if (rollback) await forgetNewerReleases(session, release);
    await recordRelease(session, release);
    return 'applied';
  });
}

async function apply(db: Database, session: Session, plan: Plan): Promise<void> {
  await changeTables(session, (tx) => applyTableChanges(tx, plan));
  await reconcileIndexes(db, session, plan.changed);
  for (const model of plan.changed) {
    await fillMaterialized(session, model);
    const before = plan.rollback ? plan.stored.get(model.name)?.shape : undefined;
    await saveAppliedSchema(session, model, before ? shapeWithLeft(model, before) : storedShape(model));
  }
}

/** Identifies what these models and modules make of a database. */
export function releaseOf(
  models: readonly EntityModel[],
  modules: readonly MigrationModule[],
  retired: readonly RetiredEntity[],
): string {
  const stored = models.filter(({ source }) => SOURCES[source].stored);
  const tables = stored.map((model) => `${model.name} ${fingerprintOf(model)}`);
  const gone = retired.map(({ name, values }) => `${name} ${values}`);
  return releaseFingerprint([...tables, ...gone, ...viewsOf(models).map(({ digest }) => digest)], modules);
}

interface Known {
  fingerprint: string;
  shape: StoredShape;
}

/** What differs between the database and the models. */
export interface Plan {
  stored: Map<string, Known>;
  /** Entities whose file is gone. */
  removed: string[];
  /** Entities of a newer version that is gone back from, which are left as they are. */
  left: string[];
  rollback: boolean;
  /** Retired entities whose table is not dropped yet. */
  dropped: string[];
  changed: EntityModel[];
  /** Entities whose references are not all in the reference index. */
  referenceIndexOutdated: EntityModel[];
  views: { model: EntityModel; sql: string; digest: string }[];
}

export function isDone({ removed, left, dropped, changed, referenceIndexOutdated, views }: Plan): boolean {
  return [removed, left, dropped, changed, referenceIndexOutdated, views].every((part) => part.length === 0);
}

const madeViews = new WeakMap<readonly EntityModel[], Plan['views']>();

/** The views that show what is stored elsewhere; made once for the models of a start. */
function viewsOf(models: readonly EntityModel[]): Plan['views'] {
  const views = madeViews.get(models) ?? makeViews(models);
  madeViews.set(models, views);
  return views;
}

function makeViews(models: readonly EntityModel[]): Plan['views'] {
  const tables = models.filter(isWritable);
  return models
    .filter(({ source }) => !SOURCES[source].stored)
    .map((model) => {
      const sql = model.source === 'jobs' ? jobView(model) : auditView(model, tables);
      return { model, sql, digest: createHash('sha256').update(sql).digest('hex') };
    });
}

export interface Wanted {
  models: readonly EntityModel[];
  retired: readonly RetiredEntity[];
  exclusive: boolean;
  rollback?: boolean;
}

export async function planOf(db: Queryable, wanted: Wanted): Promise<Plan> {
  const { models, retired, exclusive, rollback = false } = wanted;
  const stored = await readShapes(db);
  const indexes = await existingIndexes(db);
  const made = await viewDigests(db);
  // A backup brings none of them back.
  const derived = await derivedTables(db);
  const materialized = await materializingTriggers(db);
  const listed = await derivedFrom(db, 'references');
  const unknown = [...stored].flatMap(([name, { shape }]) =>
    shape.left || [...models, ...retired].some((one) => one.name === name) ? [] : [name],
  );
  return {
    ...{ stored, rollback },
    removed: rollback ? [] : await removedEntities(db, unknown, exclusive),
    left: rollback ? unknown : [],
    dropped: retired.flatMap(({ name, values }) => (values === 'drop' && stored.has(name) ? [name] : [])),
    changed: models.filter(
      (model) =>
        SOURCES[model.source].stored &&
        (stored.get(model.name)?.fingerprint !== fingerprintOf(model) ||
          !isMaterialized(model, materialized) ||
          !bitmapTableNames(model).every((name) => derived.has(name)) ||
          !indexesOf(model).every(({ name }) => indexes.get(name)?.valid)),
    ),
    referenceIndexOutdated: models
      .filter(isWritable)
      .filter((model) => (listed.get(model.name) ?? '') !== referencePaths(model).join('\n')),
    views: viewsOf(models).filter(({ model, digest }) => made.get(tableName(model.name)) !== digest),
  };
}

async function readShapes(db: Queryable): Promise<Map<string, Known>> {
  const rows = await db.query<{ entity: string; fingerprint: string; model: StoredShape }>(
    'SELECT entity, fingerprint, model FROM record_schema',
    [],
    UNPREPARED,
  );
  return new Map(rows.map((row) => [row.entity, { fingerprint: row.fingerprint, shape: row.model }]));
}

/** What each view was made of, kept in its comment. */
async function viewDigests(db: Queryable): Promise<Map<string, string | null>> {
  const rows = await db.query<{ name: string; digest: string | null }>(
    `SELECT relname AS name, obj_description(oid, 'pg_class') AS digest FROM pg_class
     WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace`,
    [],
    UNPREPARED,
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Everything but the indexes of tables that were there before, all or nothing. */
async function applyTableChanges(tx: Queryable, plan: Plan): Promise<void> {
  const problems: string[] = [];
  for (const entity of plan.removed) problems.push(...(await removeEntity(tx, entity)));
  for (const model of plan.changed) {
    const before = plan.stored.get(model.name);
    if (!before) continue;
    if ((before.shape.events ?? false) !== (model.events !== undefined)) {
      problems.push(...(await changeKind(tx, model)));
      plan.stored.delete(model.name);
    } else if (model.events) problems.push(...(await eventProblems(tx, model)));
    else {
      const shape = await renameFields(tx, before.shape, model);
      await retireValues(tx, model);
      problems.push(...(await breakingChanges(tx, shape, model, plan.rollback)));
    }
  }
  if (problems.length > 0) throw new SchemaRefused(problems.join('\n'));
  for (const entity of plan.dropped) await dropRetired(tx, entity);
  // Without a fingerprint, so that the version that knows them takes them up again.
  await tx.query(
    `UPDATE record_schema SET fingerprint = '', model = model || '{"left": true}' WHERE entity = ANY($1::text[])`,
    [plan.left],
    UNPREPARED,
  );
  for (const model of plan.changed) {
    const isThere = plan.stored.has(model.name);
    if (model.events) await prepareEventTables(tx, model);
    else if (!isThere) await tx.query(entityTable(quotedTableName(model)), [], UNPREPARED);
    await prepareLiveTable(tx, model);
    if (isThere) continue;
    for (const index of indexesOf(model)) await tx.query(index.sql, [], UNPREPARED);
  }
  for (const model of plan.referenceIndexOutdated) await rebuildReferenceIndex(tx, model);
  for (const { model, sql, digest } of plan.views) {
    await tx.query(`DROP VIEW IF EXISTS ${quotedTableName(model)}`, [], UNPREPARED);
    await tx.query(sql, [], UNPREPARED);
    await tx.query(`COMMENT ON VIEW ${quotedTableName(model)} IS ${quoteLiteral(digest)}`, [], UNPREPARED);
  }
}

/** The table of what is kept beside the documents; every record has a row there. */
async function prepareLiveTable(tx: Queryable, model: EntityModel): Promise<void> {
  if (liveFields(model).length === 0) return;
  await tx.query(liveTable(model), [], UNPREPARED);
  await tx.query(fillLiveTable(model), [], UNPREPARED);
  await prepareMaterialized(tx, model);
}

/** Records became events, or the other way: without rows the table is made anew. */
async function changeKind(tx: Queryable, model: EntityModel): Promise<string[]> {
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

/** The table of a retired entity, and what of its records stands elsewhere: the history says who did what to them. */
async function dropRetired(tx: Queryable, entity: string): Promise<void> {
  await dropTables(tx, entity);
  await tx.query('DELETE FROM record_reference WHERE from_entity = $1', [entity]);
  await tx.query('UPDATE record_history SET before = NULL, after = NULL WHERE entity = $1', [entity]);
}

async function dropTables(tx: Queryable, entity: string): Promise<void> {
  await dropEvents(tx, entity);
  await tx.query(`DROP TABLE IF EXISTS ${quoteIdentifier(liveTableName(entity))}`, [], UNPREPARED);
  await tx.query(`DROP TABLE ${quoteIdentifier(tableName(entity))}`, [], UNPREPARED);
  await dropMaterializing(tx, entity);
  await tx.query('DELETE FROM record_schema WHERE entity = $1', [entity]);
  await tx.query('DELETE FROM record_upkeep WHERE entity = $1', [entity]);
}

/** Entities whose file is gone. Beside other versions of the product only those with rows: an empty table may be a newer one's. */
async function removedEntities(
  db: Queryable,
  unknown: readonly string[],
  exclusive: boolean,
): Promise<string[]> {
  if (exclusive) return [...unknown];
  const filled: string[] = [];
  for (const entity of unknown) {
    const [row] = await db.query(
      `SELECT 1 FROM ${quoteIdentifier(tableName(entity))} LIMIT 1`,
      [],
      UNPREPARED,
    );
    if (row) filled.push(entity);
  }
  return filled;
}

/** Entities whose file is gone: an empty table goes with it, rows are kept and told. */
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

/** Of each model new indexes first, then those that it does not ask for any more; an administrator's own stay. */
async function reconcileIndexes(db: Database, session: Session, models: EntityModel[]): Promise<void> {
  const existing = await existingIndexes(session);
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
  // Contains-searches are planned by what the columns hold.
  await session.exec(`ANALYZE ${quotedTableName(model)}`);
  await session.query(
    `INSERT INTO record_schema (entity, fingerprint, model) VALUES ($1, $2, $3)
     ON CONFLICT (entity) DO UPDATE SET fingerprint = excluded.fingerprint, model = excluded.model, changed_at = now()`,
    [model.name, fingerprintOf(model), JSON.stringify(shape)],
  );
}
