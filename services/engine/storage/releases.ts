import { createHash } from 'node:crypto';
import { type Queryable, UNPREPARED } from './database.ts';
import type { MigrationModule } from './migrations/migration.ts';

/**
 * The versions of the product that migrated the database, numbered in that order. A process whose version is listed but
 * not the newest one changes nothing.
 */
export const RELEASE_TABLE = `CREATE TABLE IF NOT EXISTS schema_release (
  fingerprint text PRIMARY KEY, number bigint NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/** Fingerprint of a version: its entities' tables and views, and its modules' migrations. */
export function releaseFingerprint(
  parts: readonly string[],
  modules: readonly Pick<MigrationModule, 'name' | 'migrations'>[],
): string {
  const steps = modules.flatMap(({ name, migrations }) => migrations.map(({ id }) => `${name}/${id}`));
  return createHash('sha256')
    .update(JSON.stringify([[...parts].sort(), steps.sort()]))
    .digest('hex');
}

/** Whether a version is new to this database, its newest one, or superseded by a newer one. */
export async function releaseState(
  db: Queryable,
  fingerprint: string,
): Promise<'new' | 'newest' | 'superseded'> {
  const [row] = await db.query<{ newest: boolean }>(
    `SELECT number = (SELECT max(number) FROM schema_release) AS newest FROM schema_release WHERE fingerprint = $1`,
    [fingerprint],
    UNPREPARED,
  );
  if (!row) return 'new';
  return row.newest ? 'newest' : 'superseded';
}

/** On a rollback to this version: newer ones count as new when they start again. */
export async function forgetNewerReleases(db: Queryable, fingerprint: string): Promise<void> {
  await db.query(
    `DELETE FROM schema_release WHERE number > coalesce((SELECT number FROM schema_release WHERE fingerprint = $1), 0)`,
    [fingerprint],
    UNPREPARED,
  );
}

/** Records a version as the newest. */
export async function recordRelease(db: Queryable, fingerprint: string): Promise<void> {
  await db.query(
    `INSERT INTO schema_release (fingerprint, number) SELECT $1, coalesce(max(number), 0) + 1 FROM schema_release
     ON CONFLICT (fingerprint) DO UPDATE SET number = excluded.number, applied_at = now()`,
    [fingerprint],
    UNPREPARED,
  );
}
