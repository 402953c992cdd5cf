import { StorageError, type Database, type Queryable, type Session, UNPREPARED } from '../database.ts';
import { buildIndex } from './buildIndex.ts';
import { withMigrationLock } from './lock.ts';
import { checksumOf, type Migration, type MigrationModule } from './migration.ts';
import { changeTables } from './changeTables.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  module text NOT NULL, id text NOT NULL, checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (module, id))`;

/**
 * Applies what the modules have and the database has not, each step once, whoever starts at the same time. With
 * nothing to do it only reads. A module calls it with its own steps before it uses its tables.
 * @throws StorageError for a step that was changed after it was applied, and when somebody's open transaction is in the way
 */
export async function runMigrations(db: Database, ...modules: MigrationModule[]): Promise<void> {
  if ((await pendingSteps(db, modules)).length === 0) return;
  await withMigrationLock(db, async (session) => {
    for (const { module, migration } of await pendingSteps(session, modules)) {
      await apply(db, session, module, migration);
    }
  });
}

export interface PendingStep {
  module: string;
  migration: Migration;
}

/** The steps that this database has not had yet. @throws StorageError for a step that was changed after it was applied */
export async function pendingSteps(
  db: Queryable,
  modules: readonly MigrationModule[],
): Promise<PendingStep[]> {
  const applied = await appliedChecksums(db);
  return modules.flatMap(({ name, migrations }) =>
    migrations.flatMap((migration) => {
      const checksum = applied.get(`${name}/${migration.id}`);
      if (checksum === undefined) return [{ module: name, migration }];
      if (checksum !== checksumOf(migration)) {
        throw new StorageError(
          `Migration ${migration.id} of ${name} differs from what was applied to this database: put it back as it was, and add a further one.`,
        );
      }
      return [];
    }),
  );
}

async function appliedChecksums(db: Queryable): Promise<Map<string, string>> {
  const [table] = await db.query<{ found: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS found`,
    [],
    UNPREPARED,
  );
  if (!table?.found) return new Map();
  const rows = await db.query<{ module: string; id: string; checksum: string }>(
    'SELECT module, id, checksum FROM schema_migration',
    [],
    UNPREPARED,
  );
  return new Map(rows.map(({ module, id, checksum }) => [`${module}/${id}`, checksum]));
}

/** Noted once all of it is done: a step that was cut off before its last index is gone through again. */
async function apply(db: Database, session: Session, module: string, migration: Migration): Promise<void> {
  await changeTables(session, async (tx) => {
    await tx.query(TABLE, [], UNPREPARED);
    await migration.up?.(tx);
    for (const statement of migration.statements ?? []) await tx.query(statement, [], UNPREPARED);
  });
  for (const index of migration.indexes ?? []) await buildIndex(db, session, index);
  await session.query(
    'INSERT INTO schema_migration (module, id, checksum) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [module, migration.id, checksumOf(migration)],
  );
}
