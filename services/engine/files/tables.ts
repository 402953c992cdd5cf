import type { MigrationModule } from '../storage/migrations/migration.ts';

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS stored_file (
     id uuid PRIMARY KEY, hash text NOT NULL, type text NOT NULL, size bigint NOT NULL, width int, height int,
     name text NOT NULL, created_by text, created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
     used_at timestamptz(3))`,
  `CREATE INDEX IF NOT EXISTS stored_file_hash ON stored_file (hash)`,
  `CREATE INDEX IF NOT EXISTS stored_file_age ON stored_file ((coalesce(used_at, created_at)))`,
  `CREATE TABLE IF NOT EXISTS remote_picture (
     url text PRIMARY KEY, file_id uuid REFERENCES stored_file (id) ON DELETE CASCADE, fault text,
     fetched_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
];

/**
 * Stored files, fetched remote pictures and allowances. `used_at` is when a record with the file was last accepted;
 * several rows may have one content (`hash`). `file_allowance` has the bytes that each user uploaded or linked on the
 * last day with any.
 */
export const FILE_TABLES: MigrationModule = {
  name: 'files',
  migrations: [
    { id: '0001-files', statements: STATEMENTS },
    {
      id: '0002-allowance',
      statements: [
        `CREATE TABLE IF NOT EXISTS file_allowance (person text PRIMARY KEY, day date NOT NULL, bytes bigint NOT NULL)`,
      ],
    },
  ],
};
