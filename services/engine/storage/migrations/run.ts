import { StorageError, type Database, type Queryable, type Session, UNPREPARED } from '../database.ts';
import { buildIndex } from './buildIndex.ts';
import { withMigrationLock } from './lock.ts';
import { computeChecksum, type Migration, type MigrationModule } from './migration.ts';
import { changeTables } from './changeTables.ts';

const CREATE_MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  module text NOT NULL, id text NOT NULL, checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (module, id))`;

/**
 * Applies the pending migrations of modules, each once, even when several processes start at the same time. Only reads
 * when nothing is pending. A module calls it with its own migrations before it uses its tables.
 * @throws StorageError for a migration that was changed after it was applied, or when an open transaction blocks it
 */
export async function runMigrations(db: Database, ...modules: MigrationModule[]): Promise<void> {
  if ((await pendingSteps(db, modules)).length === 0) return;
  await withMigrationLock(db, async (session) => {
    for (const { module, migration } of await pendingSteps(session, modules)) {
      await applyMigration(db, session, module, migration);
    }
  });
}

export interface PendingStep {
  module: string;
  migration: Migration;
}

/** Migrations not applied to this database yet. @throws StorageError for one that was changed after it was applied */
export async function pendingSteps(
  db: Queryable,
  modules: readonly MigrationModule[],
): Promise<PendingStep[]> {
  const applied = await appliedChecksums(db);
  return modules.flatMap(({ name, migrations }) =>
    migrations.flatMap((migration) => {
      const checksum = applied.get(`${name}/${migration.id}`);
      if (checksum === undefined) return [{ module: name, migration }];
      if (checksum !== computeChecksum(migration)) {
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

/** Recorded after its last index was built: an interrupted migration runs again. */
async function applyMigration(
  db: Database,
  session: Session,
  module: string,
  migration: Migration,
): Promise<void> {
  await changeTables(session, async (tx) => {
    await tx.query(CREATE_MIGRATION_TABLE, [], UNPREPARED);
    await migration.up?.(tx);
    for (const statement of migration.statements ?? []) await tx.query(statement, [], UNPREPARED);
  });
  for (const index of migration.indexes ?? []) await buildIndex(db, session, index);
  await session.query(
    'INSERT INTO schema_migration (module, id, checksum) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [module, migration.id, computeChecksum(migration)],
  );
}
