import { type Queryable, UNPREPARED } from './database.ts';
import { StorageError } from './database.ts';

/** Key of an advisory lock: an arbitrary number, and a hash that tells the schemas of one database apart. */
const SERVING_LOCK = '7230153, hashtext(current_schema())';

/** Marks this process as serving for as long as the connection lives. @returns false while a restore runs */
export async function announceServing(run: (sql: string) => Promise<{ held: boolean }[]>): Promise<boolean> {
  const [row] = await run(`SELECT pg_try_advisory_lock_shared(${SERVING_LOCK}) AS held`);
  return row?.held === true;
}

/**
 * Locks the database for a restore until the transaction ends: no process can start to serve from it meanwhile.
 * @throws StorageError naming the processes that serve from it
 */
export async function assertNobodyServes(tx: Queryable): Promise<void> {
  const [row] = await tx.query<{ alone: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${SERVING_LOCK}) AS alone`,
    [],
    UNPREPARED,
  );
  if (row?.alone) return;
  const holders = await tx.query<{ pid: number; address: string | null }>(
    `SELECT a.pid, host(a.client_addr) AS address FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.classid = 7230153 AND l.granted
       AND l.objid = (hashtext(current_schema())::bigint & 4294967295)::oid AND a.pid <> pg_backend_pid()`,
    [],
    UNPREPARED,
  );
  const names = holders.map(({ pid, address }) => (address ? `${pid} from ${address}` : String(pid)));
  throw new StorageError(
    `The database is in use by running services (connection ${names.join(', ') || 'unknown'}): stop them, then restore.`,
  );
}
