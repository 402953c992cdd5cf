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

/** The table `job_run`: waiting and running jobs, and the outcome of those that have ended. */
export const JOB_TABLES: MigrationModule = {
  name: 'jobs',
  migrations: [
    { id: '0001-jobs', statements: STATEMENTS },
    {
      id: '0002-one-running',
      statements: [
        // Earlier versions ran several jobs of a key at once: one of those that run now keeps the key.
        'LOCK TABLE job_run IN SHARE ROW EXCLUSIVE MODE',
        `UPDATE job_run SET key = NULL WHERE key IS NOT NULL AND lease_until IS NOT NULL AND EXISTS (
           SELECT FROM job_run AS other WHERE other.name = job_run.name AND other.key = job_run.key
             AND other.lease_until IS NOT NULL AND other.id < job_run.id)`,
        // Of two processes that claim jobs of one key at the same moment, one is refused.
        `CREATE UNIQUE INDEX IF NOT EXISTS job_run_running_key ON job_run (name, key)
           WHERE lease_until IS NOT NULL AND key IS NOT NULL`,
        // A cancelled job keeps its lease until its process has stopped it.
        `CREATE INDEX IF NOT EXISTS job_run_held ON job_run (lease_until) WHERE state = 'running' OR lease_until IS NOT NULL`,
        'DROP INDEX IF EXISTS job_run_lease',
      ],
    },
    {
      id: '0003-trace',
      // `traceparent` of the span that enqueued the job.
      statements: ['ALTER TABLE job_run ADD COLUMN IF NOT EXISTS trace text'],
    },
  ],
};
