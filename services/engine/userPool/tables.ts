import type { Database } from '../storage/database.ts';
import type { MigrationModule } from '../storage/migrations/migration.ts';
import { runMigrations } from '../storage/migrations/run.ts';

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS user_pool_keys (
     id text PRIMARY KEY, purpose text NOT NULL, material text NOT NULL, created_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS user_pool_users (
     sub uuid PRIMARY KEY,
     username text NOT NULL UNIQUE,
     email text NOT NULL UNIQUE,
     name text NOT NULL,
     roles text[] NOT NULL,
     attributes jsonb NOT NULL,
     enabled boolean NOT NULL,
     status text NOT NULL,
     salt text NOT NULL,
     verifier text NOT NULL,
     alias_email text NOT NULL,
     alias_id uuid NOT NULL,
     alias_salt text NOT NULL,
     alias_verifier text NOT NULL,
     temporary_until timestamptz,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL)`,
  `ALTER TABLE user_pool_users ADD COLUMN IF NOT EXISTS epoch integer NOT NULL DEFAULT 0`,
  `CREATE INDEX IF NOT EXISTS user_pool_users_alias_id ON user_pool_users (alias_id)`,
  `CREATE TABLE IF NOT EXISTS user_pool_sessions (
     id uuid PRIMARY KEY,
     sub uuid NOT NULL REFERENCES user_pool_users ON DELETE CASCADE,
     refresh_hash text NOT NULL UNIQUE,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS user_pool_sessions_sub ON user_pool_sessions (sub)`,
  `CREATE TABLE IF NOT EXISTS user_pool_challenges (
     id text PRIMARY KEY, kind text NOT NULL, state jsonb NOT NULL, expires_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS user_pool_codes (
     key text PRIMARY KEY, sub uuid, code_hash text NOT NULL, tries integer NOT NULL, expires_at timestamptz NOT NULL)`,
  `ALTER TABLE user_pool_codes ADD COLUMN IF NOT EXISTS name_key text, ADD COLUMN IF NOT EXISTS created_at timestamptz,
     DROP COLUMN IF EXISTS tries`,
  `CREATE INDEX IF NOT EXISTS user_pool_codes_name ON user_pool_codes (name_key)`,
  `CREATE TABLE IF NOT EXISTS user_pool_retired_names (key text PRIMARY KEY, times integer NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS user_pool_attempts (
     key text PRIMARY KEY, failures integer NOT NULL, locked_until timestamptz NOT NULL, updated_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS user_pool_calls (
     key text PRIMARY KEY, calls integer NOT NULL, started_at timestamptz NOT NULL, ends_at timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS user_pool_known_addresses (
     key text PRIMARY KEY, succeeded_at timestamptz NOT NULL)`,
];

export const USER_POOL: MigrationModule = {
  name: 'user-pool',
  migrations: [{ id: '0001-user-pool', statements: STATEMENTS }],
};

/** Creates missing tables; safe to call at every start and from several processes at once. */
export async function ensureUserPoolTables(db: Database): Promise<void> {
  await runMigrations(db, USER_POOL);
}

/** Deletes expired rows. */
export async function deleteExpiredRows(db: Database, now: Date): Promise<void> {
  const DAY_MS = 24 * 3600_000;
  const expired: [string, Date][] = [
    ['user_pool_challenges WHERE expires_at < $1::timestamptz', now],
    ['user_pool_codes WHERE expires_at < $1::timestamptz', new Date(now.getTime() - DAY_MS)],
    ['user_pool_sessions WHERE expires_at < $1::timestamptz', now],
    ['user_pool_attempts WHERE updated_at < $1::timestamptz', new Date(now.getTime() - DAY_MS)],
    ['user_pool_calls WHERE ends_at < $1::timestamptz', now],
    ['user_pool_known_addresses WHERE succeeded_at < $1::timestamptz', new Date(now.getTime() - 90 * DAY_MS)],
  ];
  for (const [rowsToDelete, before] of expired) await db.query(`DELETE FROM ${rowsToDelete}`, [before]);
}
