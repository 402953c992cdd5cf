import type { MigrationModule } from '../storage/migrations/migration.ts';

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS exchange_file (
     id uuid PRIMARY KEY, entity text NOT NULL, by_id text NOT NULL, name text NOT NULL, type text NOT NULL,
     size bigint, created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
  `CREATE INDEX IF NOT EXISTS exchange_file_age ON exchange_file (created_at)`,
];

/** Files that were exported or are to be imported, each for one person and for a time. */
export const EXCHANGE_TABLES: MigrationModule = {
  name: 'exchange',
  migrations: [{ id: '0001-exchange', statements: STATEMENTS }],
};
