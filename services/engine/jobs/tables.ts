import type { MigrationModule } from '../storage/migrations/migration.ts';

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS job_run (
     id uuid PRIMARY KEY, name text NOT NULL, key text, title text, data jsonb,
     state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
     done int, total int, note text, outcome text, link text, failure text, by_id text, by_name text,
     created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
     started_at timestamptz(3), ended_at timestamptz(3), dismissed_at timestamptz(3), priority int NOT NULL DEFAULT 0,
     failures int NOT NULL DEFAULT 0, lapses int NOT NULL DEFAULT 0, worker uuid, lease_until timestamptz)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS job_run_key ON job_run (name, key) WHERE state = 'waiting' AND key IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS job_run_due ON job_run (name, due_at) WHERE state = 'waiting'`,
  `CREATE INDEX IF NOT EXISTS job_run_lease ON job_run (lease_until) WHERE state = 'running'`,
  `CREATE INDEX IF NOT EXISTS job_run_ended ON job_run (ended_at) WHERE ended_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS job_run_time ON job_run (created_at DESC, id DESC) WHERE title IS NOT NULL OR state = 'failed'`,
];

/** Where jobs are told of to people, and where their data is kept until they end. */
export const JOB_TABLES: MigrationModule = {
  name: 'jobs',
  migrations: [{ id: '0001-jobs', statements: STATEMENTS }],
};
