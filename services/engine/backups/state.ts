import type { Queryable } from '../storage/database.ts';
import type { StoredBackup } from './names.ts';

/** What is known of the backups in the store, for who may not ask it each time. */
export interface BackupState {
  /** When it was first looked at; ISO 8601, as all times here. */
  since?: string;
  /** The newest one that is not known to be damaged. */
  newest?: StoredBackup;
  /** Why the store could not be looked at the last time. */
  away?: Failure;
  /** Why the last backup could not be written. */
  failure?: Failure;
  /** With how many files that rows name were not in it, or damaged before it was written. */
  trial?: Failure & { name: string; isGood: boolean; lacking?: number };
  /** The newest that was restored on trial with all its files. */
  restored?: string;
  /** Names of those that were found damaged; some of them may have been removed. */
  damaged?: string[];
}

interface Failure {
  at: string;
  text: string;
}

/** One row, in which everything is. */
export const BACKUP_TABLES = [
  {
    id: '0001-state',
    statements: [
      `CREATE TABLE IF NOT EXISTS backup_state (id int PRIMARY KEY CHECK (id = 1), state jsonb NOT NULL)`,
    ],
  },
];

export async function readState(db: Queryable): Promise<BackupState> {
  const [row] = await db.query<{ state: BackupState }>('SELECT state FROM backup_state');
  return row?.state ?? {};
}

/** Notes what is given; null forgets. */
export async function noteState(
  db: Queryable,
  change: { [K in keyof BackupState]?: BackupState[K] | null },
): Promise<void> {
  await db.query(
    `INSERT INTO backup_state (id, state) VALUES (1, jsonb_strip_nulls($1::jsonb))
     ON CONFLICT (id) DO UPDATE SET state = jsonb_strip_nulls(backup_state.state || $1::jsonb)`,
    [JSON.stringify(change)],
  );
}
