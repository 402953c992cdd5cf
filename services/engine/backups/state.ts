import type { Queryable } from '../storage/database.ts';
import type { StoredBackup } from './names.ts';

/** Cached state of the backup store, so that status pages need not call it. */
export interface BackupState {
  /** When the store was first listed; ISO 8601, as all times here. A missing backup counts as late from then on. */
  since?: string;
  /** The newest backup that is not known to be damaged. */
  newest?: StoredBackup;
  /** Why the store could not be listed the last time. */
  away?: Failure;
  /** Why the last backup could not be written. */
  failure?: Failure;
  /**
   * Result of the last restore test. `isGood`: it could be restored. `lacking`: files that rows refer to and that are
   * missing from it, or were damaged already when it was written.
   */
  trial?: Failure & { name: string; isGood: boolean; lacking?: number };
  /** Name of the newest backup whose restore test found all files. */
  restored?: string;
  /** Names of backups found damaged; some may have been removed since. */
  damaged?: string[];
}

interface Failure {
  at: string;
  /** The message. */
  text: string;
}

/** Single-row table: the state is one JSON document. */
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

/** Merges `change` into the stored state; null removes a key. */
export async function updateState(
  db: Queryable,
  change: { [K in keyof BackupState]?: BackupState[K] | null },
): Promise<void> {
  await db.query(
    `INSERT INTO backup_state (id, state) VALUES (1, jsonb_strip_nulls($1::jsonb))
     ON CONFLICT (id) DO UPDATE SET state = jsonb_strip_nulls(backup_state.state || $1::jsonb)`,
    [JSON.stringify(change)],
  );
}
