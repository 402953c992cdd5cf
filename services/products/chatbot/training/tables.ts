import type { Migration } from '../../../engine/storage/migrations/migration.ts';

/** The trained classifiers, shared by all processes. */
export const CLASSIFIER_TABLES: readonly Migration[] = [
  {
    id: '0001-classifiers',
    statements: [
      `CREATE TABLE IF NOT EXISTS bot_classifier (
         kind text PRIMARY KEY CHECK (kind IN ('vector', 'text', 'custom')),
         revision int NOT NULL DEFAULT 0, trained_at timestamptz(3), trained_by text,
         snapshot jsonb, report jsonb, model text, failure text, job uuid)`,
      `INSERT INTO bot_classifier (kind) VALUES ('vector'), ('text'), ('custom') ON CONFLICT DO NOTHING`,
    ],
  },
];
