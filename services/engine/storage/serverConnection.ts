import type { ClientConfig } from 'pg';
import { StorageError, UNPREPARED, type Queryable } from './database.ts';
import { readServerAddress } from '../settings/serverAddress.ts';

/** Milliseconds to wait for a connection, be it made or given back by another request. */
const CONNECT_MS = 5_000;
/** The server cancels a statement first, so that its own words are heard; only a silent one meets this. */
export const GRACE_MS = 2_000;

/**
 * The server without its password.
 * @param setting the variable that holds the address
 * @throws StorageError for what is no address
 */
export function placeOf(databaseUrl: string, setting = 'DATABASE_URL'): string {
  try {
    const use = setting === 'DATABASE_READ_URL' ? 'read' : 'write';
    return `The database server ${readServerAddress(databaseUrl, use).label}`;
  } catch (error) {
    throw new StorageError(`${setting} ${(error as Error).message}`);
  }
}

/** Every wait of statements has an end: for a lock, for its own work, and for a transaction whose owner does nothing. */
const limitsOf = (timeoutMs: number) => ({
  statement_timeout: timeoutMs,
  lock_timeout: Math.max(1, Math.floor(timeoutMs / 2)),
  idle_in_transaction_session_timeout: timeoutMs * 2,
});

/** What every connection has: an end of the wait for it and, should the server fall silent, for its answer. */
const common = (timeoutMs: number): ClientConfig => ({
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: timeoutMs + GRACE_MS,
  keepAlive: true,
});

/** A connection that is one session of the server for as long as it stands. */
export const sessionConnection = (databaseUrl: string, timeoutMs: number): ClientConfig => ({
  ...common(timeoutMs),
  ...limitsOf(timeoutMs),
  connectionString: withoutCompiling(databaseUrl),
});

/**
 * A connection to a pooler that gives each transaction any of its sessions: nothing is set for longer than a transaction
 * (`beginPooled`), and no statement is prepared, for the next one may meet another session.
 */
export const pooledConnection = (databaseUrl: string, timeoutMs: number): ClientConfig => ({
  ...common(timeoutMs),
  connectionString: readServerAddress(databaseUrl).url,
});

/** Begins a transaction behind a pooler with the limits that other connections have all the time; one message to the server. */
export function beginPooled(timeoutMs: number): string {
  const limits = Object.entries({ ...limitsOf(timeoutMs), jit: 'off' });
  return ['BEGIN', ...limits.map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ');
}

/**
 * Compiling a statement takes seconds where running it takes tens of milliseconds: what a long reading costs is estimated
 * high. Options that the address has itself come last and win.
 */
function withoutCompiling(databaseUrl: string): string {
  const url = new URL(readServerAddress(databaseUrl).url);
  const own = url.searchParams.get('options');
  url.searchParams.set('options', ['-c jit=off', ...(own === null ? [] : [own])].join(' '));
  return url.href;
}

/** Tells servers, databases and schemas apart; a replica has what its primary has. */
export async function identityOf(db: Queryable): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ identity: string }>(
      `SELECT concat_ws('/', system_identifier, current_database(), current_schema()) AS identity
       FROM pg_control_system()`,
      [],
      UNPREPARED,
    );
    return row?.identity;
  } catch (error) {
    // Some managed servers let nobody ask.
    if ((error as { cause?: { code?: string } }).cause?.code === '42501') return undefined;
    throw error;
  }
}
