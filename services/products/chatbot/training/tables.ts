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
  {
    id: '0002-trainings',
    statements: [
      // All training runs; the recent ones keep their serialized models (`vector`, `text`) for a rollback. `number` counts
      // the runs. States: `live` answers; `kept` was live before; `waiting` did worse on the regression set and waits for
      // a decision; `dropped` was discarded. The index allows one `live` and one `waiting`.
      `CREATE TABLE IF NOT EXISTS bot_training (
         number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, trained_at timestamptz(3) NOT NULL, trained_by text,
         state text NOT NULL CHECK (state IN ('live', 'kept', 'waiting', 'dropped')),
         snapshot jsonb, report jsonb, vector text, text text)`,
      `CREATE UNIQUE INDEX IF NOT EXISTS bot_training_live ON bot_training (state) WHERE state IN ('live', 'waiting')`,
      `INSERT INTO bot_training (trained_at, trained_by, state, snapshot, report, vector, text)
       SELECT v.trained_at, v.trained_by, 'live', v.snapshot, v.report, v.model, t.model
       FROM bot_classifier v, bot_classifier t WHERE v.kind = 'vector' AND t.kind = 'text' AND v.trained_at IS NOT NULL`,
    ],
  },
];
