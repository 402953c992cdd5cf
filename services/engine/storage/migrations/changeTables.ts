import { setTimeout } from 'node:timers/promises';
import { StorageError, type Queryable, type Session, UNPREPARED } from '../database.ts';

/**
 * While ALTER TABLE waits for its lock, all later queries wait behind it: so it gives up soon and retries. Sooner than
 * `deadlock_timeout` (1 s by default), so that the server never aborts a record's write in its favour.
 */
const LOCK_TIMEOUT_MS = 600;

const RETRY_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000];

/**
 * Runs a schema change in one transaction that never blocks others for long.
 * @param pausesMs waits between attempts
 * @throws StorageError naming the connection that blocks it
 */
export function changeTables<T>(
  session: Session,
  work: (tx: Queryable) => Promise<T>,
  pausesMs: readonly number[] = RETRY_PAUSES_MS,
): Promise<T> {
  const change = (): Promise<T> =>
    session.transaction(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0', [], UNPREPARED);
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`, [], UNPREPARED);
      return work(tx);
    });
  return retryConflicts(session, change, pausesMs);
}

/** Retries `work` after lock timeouts and conflicts with other transactions. */
export async function retryConflicts<T>(
  session: Session,
  work: () => Promise<T>,
  pausesMs: readonly number[] = RETRY_PAUSES_MS,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError && error.retryable)) throw error;
      const pause = pausesMs[attempt];
      if (pause === undefined) throw await findBlocker(session, error);
      await setTimeout(pause);
    }
  }
}

interface Blocker {
  pid: number;
  user: string | null;
  program: string;
  since: Date | null;
  tables: string;
}

async function findBlocker(session: Session, cause: StorageError): Promise<StorageError> {
  const [oldest] = await session.query<Blocker>(
    `SELECT a.pid, a.usename AS user, a.application_name AS program, a.xact_start AS since,
       string_agg(DISTINCT c.relname, ', ') AS tables
     FROM pg_locks l JOIN pg_stat_activity a USING (pid) JOIN pg_class c ON c.oid = l.relation
     WHERE l.granted AND c.relkind IN ('r', 'v', 'p') AND c.relnamespace = current_schema()::regnamespace
       AND a.pid <> pg_backend_pid()
     GROUP BY a.pid, a.usename, a.application_name, a.xact_start ORDER BY a.xact_start LIMIT 1`,
    [],
    UNPREPARED,
  );
  const who = oldest
    ? `connection ${oldest.pid} (${oldest.program || 'unnamed program'}, user ${oldest.user ?? 'unknown'}) has had a transaction open since ${oldest.since?.toISOString() ?? 'long ago'} on ${oldest.tables}: end it, or start again later`
    : 'another transaction is in the way: start again later';
  return new StorageError(`The tables cannot be brought up to date: ${who}.`, { cause });
}
