import { setTimeout } from 'node:timers/promises';
import { StorageError, type Queryable, type Session, UNPREPARED } from '../database.ts';

/**
 * While a change of a table waits for its lock everybody else waits behind it: it gives up soon, and comes back. Sooner
 * than the server looks for deadlocks (a second unless set otherwise), so that it is never a change of a record, which
 * may have locked the same tables in another order, that is undone for its sake.
 */
const LOCK_MS = 600;
/** Milliseconds between tries. */
const PAUSES = [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000];

/**
 * Runs a change of tables in one transaction that never holds others up for long.
 * @param pauses milliseconds between tries
 * @throws StorageError naming who is in the way
 */
export function changeTables<T>(
  session: Session,
  work: (tx: Queryable) => Promise<T>,
  pauses: readonly number[] = PAUSES,
): Promise<T> {
  const change = (): Promise<T> =>
    session.transaction(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0', [], UNPREPARED);
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_MS}`, [], UNPREPARED);
      return work(tx);
    });
  return retryConflicts(session, change, pauses);
}

/** Repeats what lost against another transaction, with pauses. */
export async function retryConflicts<T>(
  session: Session,
  work: () => Promise<T>,
  pauses: readonly number[] = PAUSES,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError && error.retryable)) throw error;
      const pause = pauses[attempt];
      if (pause === undefined) throw await inTheWay(session, error);
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

async function inTheWay(session: Session, cause: StorageError): Promise<StorageError> {
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
