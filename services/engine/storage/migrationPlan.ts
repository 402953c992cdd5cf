import { createHash } from 'node:crypto';
import { isWritable, SOURCES } from '../../../schemas/model/sources.ts';
import type { EntityModel, RetiredEntity } from '../../../schemas/model/types.ts';
import { auditView } from './auditView.ts';
import { type Queryable, UNPREPARED } from './database.ts';
import { bitmapTableNames } from './events/bitmapTables.ts';
import { indexesOf } from './indexes.ts';
import { jobView } from './jobView.ts';
import { isMaterialized, readMaterializingTriggers } from './materializedFields.ts';
import { referencePaths } from './referenceIndex.ts';
import { listIndexes } from './migrations/buildIndex.ts';
import { fingerprintOf, type StoredShape } from './storedShape.ts';
import { quoteIdentifier, tableName } from './sql.ts';
import { readDerivedPaths } from './derivedData.ts';
import { readDerivedTables } from './derivedTables.ts';

interface AppliedSchema {
  fingerprint: string;
  shape: StoredShape;
}

/** What differs between the database and the models. */
export interface Plan {
  stored: Map<string, AppliedSchema>;
  /** Entities that no longer have a schema file. */
  removed: string[];
  /** On a rollback: entities of the newer version, whose tables are left as they are. */
  abandoned: string[];
  rollback: boolean;
  /** Retired entities whose table is not dropped yet. */
  dropped: string[];
  changed: EntityModel[];
  /** Entities whose references are not all in the reference index. */
  referenceIndexOutdated: EntityModel[];
  views: { model: EntityModel; sql: string; digest: string }[];
}

export function isEmptyPlan({
  removed,
  abandoned,
  dropped,
  changed,
  referenceIndexOutdated,
  views,
}: Plan): boolean {
  return [removed, abandoned, dropped, changed, referenceIndexOutdated, views].every(
    (part) => part.length === 0,
  );
}

const viewsCache = new WeakMap<readonly EntityModel[], Plan['views']>();

/** The entities that are views of other tables, with their SQL. Cached. */
export function viewsOf(models: readonly EntityModel[]): Plan['views'] {
  const views = viewsCache.get(models) ?? buildViews(models);
  viewsCache.set(models, views);
  return views;
}

function buildViews(models: readonly EntityModel[]): Plan['views'] {
  const tables = models.filter(isWritable);
  return models
    .filter(({ source }) => !SOURCES[source].stored)
    .map((model) => {
      const sql = model.source === 'jobs' ? jobView(model) : auditView(model, tables);
      return { model, sql, digest: createHash('sha256').update(sql).digest('hex') };
    });
}

export interface MigrationTarget {
  models: readonly EntityModel[];
  retired: readonly RetiredEntity[];
  exclusive: boolean;
  rollback?: boolean;
}

/** Compares the database with the models. */
export async function planMigration(db: Queryable, target: MigrationTarget): Promise<Plan> {
  const { models, retired, exclusive, rollback = false } = target;
  const stored = await readShapes(db);
  const indexes = await listIndexes(db);
  const digests = await viewDigests(db);
  // A restore does not create them.
  const derived = await readDerivedTables(db);
  const materialized = await readMaterializingTriggers(db);
  const indexedPaths = await readDerivedPaths(db, 'references');
  const unknown = [...stored].flatMap(([name, { shape }]) =>
    shape.left || [...models, ...retired].some((one) => one.name === name) ? [] : [name],
  );
  return {
    ...{ stored, rollback },
    removed: rollback ? [] : await findRemovedEntities(db, unknown, exclusive),
    abandoned: rollback ? unknown : [],
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
      .filter((model) => (indexedPaths.get(model.name) ?? '') !== referencePaths(model).join('\n')),
    views: viewsOf(models).filter(({ model, digest }) => digests.get(tableName(model.name)) !== digest),
  };
}

async function readShapes(db: Queryable): Promise<Map<string, AppliedSchema>> {
  const rows = await db.query<{ entity: string; fingerprint: string; model: StoredShape }>(
    'SELECT entity, fingerprint, model FROM record_schema',
    [],
    UNPREPARED,
  );
  return new Map(rows.map((row) => [row.entity, { fingerprint: row.fingerprint, shape: row.model }]));
}

/** The digest of each view's SQL, stored as its comment. */
async function viewDigests(db: Queryable): Promise<Map<string, string | null>> {
  const rows = await db.query<{ name: string; digest: string | null }>(
    `SELECT relname AS name, obj_description(oid, 'pg_class') AS digest FROM pg_class
     WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace`,
    [],
    UNPREPARED,
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/**
 * Entities that no longer have a schema file. While other versions may run, only those with rows: an empty table may
 * belong to a newer version.
 */
async function findRemovedEntities(
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
