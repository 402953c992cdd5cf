import type { MigrationModule } from '../storage/migrations/migration.ts';

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS list_view (
     id uuid PRIMARY KEY, entity text NOT NULL, owner_id text NOT NULL, owner_name text NOT NULL, name text NOT NULL,
     query text NOT NULL, shared boolean NOT NULL DEFAULT false, version int NOT NULL DEFAULT 1,
     created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`,
  `CREATE INDEX IF NOT EXISTS list_view_entity ON list_view (entity, owner_id)`,
  `CREATE TABLE IF NOT EXISTS list_preference (
     entity text NOT NULL, owner_id text NOT NULL, value jsonb NOT NULL, PRIMARY KEY (owner_id, entity))`,
];

/** Saved views of lists, and each person's preferences for each list. */
export const VIEW_TABLES: MigrationModule = {
  name: 'views',
  migrations: [{ id: '0001-views', statements: STATEMENTS }],
};
