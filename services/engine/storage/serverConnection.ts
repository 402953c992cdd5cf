import type { ClientConfig } from 'pg';
import { StorageError, UNPREPARED, type Queryable } from './database.ts';
import { parseServerAddress } from '../settings/serverAddress.ts';

/** Time to wait for a connection, whether it is opened or released by another request. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Added to the server's own timeout, so that its error arrives first and only an unresponsive server meets the driver's. */
export const RESPONSE_GRACE_MS = 2_000;

/**
 * Names the server for people, without its password.
 * @param setting the variable that contains the address
 * @throws StorageError for an invalid address
 */
export function placeOf(databaseUrl: string, setting = 'DATABASE_URL'): string {
  try {
    const use = setting === 'DATABASE_READ_URL' ? 'read' : 'write';
    return `The database server ${parseServerAddress(databaseUrl, use).label}`;
  } catch (error) {
    throw new StorageError(`${setting} ${(error as Error).message}`);
  }
}

/** Limits of the server: for a statement, for the wait for a lock, and for an idle transaction. */
const serverLimits = (timeoutMs: number) => ({
  statement_timeout: timeoutMs,
  lock_timeout: Math.max(1, Math.floor(timeoutMs / 2)),
  idle_in_transaction_session_timeout: timeoutMs * 2,
});

/** Limits of the driver: for the wait for a connection, and for the response of a server that may be unresponsive. */
const driverLimits = (timeoutMs: number): ClientConfig => ({
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: timeoutMs + RESPONSE_GRACE_MS,
  keepAlive: true,
});

/** The configuration of a connection with a server session of its own. */
export const sessionConnection = (databaseUrl: string, timeoutMs: number): ClientConfig => ({
  ...driverLimits(timeoutMs),
  ...serverLimits(timeoutMs),
  connectionString: withoutJit(databaseUrl),
});

/**
 * The configuration of a connection to a transaction pooler, which may give each transaction another session: settings are
 * made per transaction (`beginPooled`), and no statement is prepared.
 */
export const pooledConnection = (databaseUrl: string, timeoutMs: number): ClientConfig => ({
  ...driverLimits(timeoutMs),
  connectionString: parseServerAddress(databaseUrl).url,
});

/** SQL that begins a transaction behind a pooler, with the limits that other connections have permanently. */
export function beginPooled(timeoutMs: number): string {
  const limits = Object.entries({ ...serverLimits(timeoutMs), jit: 'off' });
  return ['BEGIN', ...limits.map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ');
}

/**
 * Turns JIT compilation off: cost estimates of long reads are high, and compiling takes seconds where running takes tens
 * of milliseconds. The address's own options come last and win.
 */
function withoutJit(databaseUrl: string): string {
  const url = new URL(parseServerAddress(databaseUrl).url);
  const own = url.searchParams.get('options');
  url.searchParams.set('options', ['-c jit=off', ...(own === null ? [] : [own])].join(' '));
  return url.href;
}

/** Identifies server, database and schema; a replica has the identity of its primary. */
export async function readIdentity(db: Queryable): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ identity: string }>(
      `SELECT concat_ws('/', system_identifier, current_database(), current_schema()) AS identity
       FROM pg_control_system()`,
      [],
      UNPREPARED,
    );
    return row?.identity;
  } catch (error) {
    // Some managed servers allow nobody to read it.
    if ((error as { cause?: { code?: string } }).cause?.code === '42501') return undefined;
    throw error;
  }
}
