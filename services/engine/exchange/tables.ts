import type { MigrationModule } from '../storage/migrations/migration.ts';

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS exchange_file (
     id uuid PRIMARY KEY, entity text NOT NULL, by_id text NOT NULL, name text NOT NULL, type text NOT NULL,
     size bigint, created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
  `CREATE INDEX IF NOT EXISTS exchange_file_age ON exchange_file (created_at)`,
];

const IMPORTS = [
  `CREATE TABLE IF NOT EXISTS exchange_import (
     id uuid PRIMARY KEY REFERENCES exchange_file (id) ON DELETE CASCADE, plan jsonb NOT NULL,
     position int NOT NULL DEFAULT 0, counts jsonb NOT NULL DEFAULT '{}')`,
  `CREATE TABLE IF NOT EXISTS exchange_import_fault (
     import_id uuid NOT NULL REFERENCES exchange_import (id) ON DELETE CASCADE, row int NOT NULL, reason text NOT NULL,
     PRIMARY KEY (import_id, row))`,
];

const KEPT = [
  'ALTER TABLE exchange_file ADD COLUMN IF NOT EXISTS kept_until timestamptz(3)',
  'CREATE INDEX IF NOT EXISTS exchange_file_kept ON exchange_file (kept_until)',
];

const ABOUT = [
  'ALTER TABLE exchange_file ADD COLUMN IF NOT EXISTS about uuid',
  'CREATE INDEX IF NOT EXISTS exchange_file_about ON exchange_file (about) WHERE about IS NOT NULL',
];

const READS = [`ALTER TABLE exchange_file ADD COLUMN IF NOT EXISTS reads text[] NOT NULL DEFAULT '{}'`];

/** Files that were exported or are to be imported, each for one person and for a time. */
export const EXCHANGE_TABLES: MigrationModule = {
  name: 'exchange',
  migrations: [
    { id: '0001-exchange', statements: STATEMENTS },
    { id: '0002-imports', statements: IMPORTS },
    { id: '0003-kept-until', statements: KEPT },
    { id: '0004-about', statements: ABOUT },
    { id: '0005-reads', statements: READS },
  ],
};
