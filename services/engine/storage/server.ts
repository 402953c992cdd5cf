import { setTimeout } from 'node:timers/promises';
import { Pool, type ClientBase, type ClientConfig, type PoolClient, type QueryConfig } from 'pg';
import { StorageError, type Database, type Queryable, type Session } from './database.ts';
import { isReadTimeout, toStorageError } from './errors.ts';
import { ListeningConnection } from './listeningConnection.ts';
import { inSpan } from '../tracing/span.ts';
import { spanOfStatement, statement } from './statements.ts';
import { TransactionScope } from './transactionScope.ts';

/** The oldest server that has everything the tables need. */
const OLDEST = 14;
/** Milliseconds to wait for a connection, be it made or given back by another request. */
const CONNECT_MS = 5_000;
/** The server cancels a statement first, so that its own words are heard; only a silent one meets this. */
const GRACE_MS = 2_000;
/** The longest time that a timer can wait. */
const PATIENT_MS = 2 ** 31 - 1;

interface ServerOptions {
  /** Connections of this process; several processes share the server's limit. Default 10. */
  poolSize?: number;
  /** Milliseconds that a statement may take; default 15,000. */
  timeoutMs?: number;
}

/**
 * Opens a pool of connections to a PostgreSQL server.
 * @throws StorageError when the server cannot be reached, refuses the user, or is too old
 */
export async function openServer(databaseUrl: string, options: ServerOptions = {}): Promise<Database> {
  const place = placeOf(databaseUrl);
  const database = new ServerDatabase(databaseUrl, options, place);
  try {
    const [row] = await database.query<{ version: number; encoding: string }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
    );
    const version = row?.version ?? 0;
    if (version < OLDEST * 10_000) {
      throw new StorageError(
        `${place} runs PostgreSQL ${Math.floor(version / 10_000)}: version ${OLDEST} or newer is needed.`,
      );
    }
    if (row?.encoding !== 'UTF8') {
      throw new StorageError(
        `${place} stores texts as ${row?.encoding}: create the database with ENCODING 'UTF8'.`,
      );
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The server without its password. */
function placeOf(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl);
    return `The database server ${url.host}${url.pathname}`;
  } catch {
    throw new StorageError(
      'DATABASE_URL is no URL: it should read postgres://user:password@host:5432/database.',
    );
  }
}

/**
 * Every wait has an end: for a connection, for a lock, for a statement, for a transaction whose owner does nothing,
 * and, should the server fall silent, for its answer.
 */
function connectionOf(databaseUrl: string, timeoutMs: number): ClientConfig {
  return {
    connectionString: withoutCompiling(databaseUrl),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: timeoutMs,
    lock_timeout: Math.max(1, Math.floor(timeoutMs / 2)),
    idle_in_transaction_session_timeout: timeoutMs * 2,
    query_timeout: timeoutMs + GRACE_MS,
    keepAlive: true,
  };
}

/**
 * Compiling a statement takes seconds where running it takes tens of milliseconds: what a long reading costs is estimated
 * high. Options that the address has itself come last and win.
 */
function withoutCompiling(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options');
  url.searchParams.set('options', ['-c jit=off', ...(own === null ? [] : [own])].join(' '));
  return url.href;
}

const PATIENT = 'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0';

class ServerDatabase implements Database {
  readonly engine = 'server';
  private readonly pool: Pool;
  private readonly listening: ListeningConnection;
  private readonly scope = new TransactionScope();
  /** Connections that broke. */
  private readonly broken = new WeakSet<ClientBase>();
  private closed = false;

  constructor(
    databaseUrl: string,
    { poolSize = 10, timeoutMs = 15_000 }: ServerOptions,
    private readonly place: string,
  ) {
    const connection = connectionOf(databaseUrl, timeoutMs);
    this.pool = new Pool({
      ...connection,
      max: poolSize,
      idleTimeoutMillis: 30_000,
      application_name: 'messaging-console',
    });
    // A connection that breaks while idle is replaced by the pool; without a handler it would end the process.
    this.pool.on('error', () => undefined);
    // Heard once for each connection, not anew for each statement.
    this.pool.on('connect', (client) => client.on('error', () => this.broken.add(client)));
    this.listening = new ListeningConnection(connection, place);
  }

  async query<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    this.scope.demandOutside('query');
    return this.withClient((client) => run<Row>(client, text, values, options));
  }

  async exec(sql: string): Promise<void> {
    await this.session((session) => session.exec(sql));
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.session((session) => session.transaction(work));
  }

  async session<T>(
    work: (session: Session) => Promise<T>,
    { longRunning = false }: { longRunning?: boolean } = {},
  ): Promise<T> {
    this.scope.demandOutside('session');
    return this.withClient(async (client) => {
      const limit = longRunning ? PATIENT_MS : undefined;
      if (longRunning) await client.query(PATIENT);
      const query: Queryable['query'] = <Row>(
        text: string,
        values?: readonly unknown[],
        options?: { prepare?: boolean },
      ): Promise<Row[]> =>
        run<Row>(client, text, values, { ...options, limit }).catch((error: unknown) => {
          throw toStorageError(error, this.place);
        });
      return work({
        query: (...call) => {
          this.scope.demandOutside('query');
          return query(...call);
        },
        exec: async (sql) => {
          this.scope.demandOutside('exec');
          await query(sql, [], { prepare: false });
        },
        transaction: (inner) => {
          this.scope.demandOutside('transaction');
          return this.inTransaction(client, () => inner({ query }));
        },
      });
    }, longRunning);
  }

  private async inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
    await client.query('BEGIN');
    try {
      const result = await this.scope.enter(work);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that broke cannot roll back, and one that is silent would be waited for again: it is dropped.
      if (!isSilent(error)) await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /**
   * Runs `work` on a connection of the pool; one that broke or fell silent is not used again.
   * @param spent `work` changes what the connection is like: it is not used again either
   */
  private async withClient<T>(work: (client: PoolClient) => Promise<T>, spent = false): Promise<T> {
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw toStorageError(error, this.place);
    }
    let isSpent = spent;
    try {
      return await work(client);
    } catch (error) {
      isSpent ||= isSilent(error);
      throw toStorageError(error, this.place);
    } finally {
      client.release(isSpent || this.broken.has(client));
    }
  }

  listen(
    channel: string,
    handler: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>> {
    return this.listening.listeners.add(channel, { receive: handler, onResume });
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  serve(): Promise<void> {
    return this.listening.serve();
  }

  async check(): Promise<void> {
    await this.query('SELECT 1');
  }

  connections(): { inUse: number; idle: number; waiting: number } {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.pool;
    return { inUse: totalCount - idle, idle, waiting };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    // A silent server does not say goodbye.
    const ended = Promise.all([this.listening.close(), this.pool.end()]);
    await Promise.race([ended, setTimeout(GRACE_MS, undefined, { ref: false })]);
  }
}

/** Whether the fault, told or not, is a server that does not answer. */
function isSilent(error: unknown): boolean {
  return isReadTimeout(error) || (error instanceof StorageError && isReadTimeout(error.cause));
}

async function run<Row>(
  client: ClientBase,
  text: string,
  values?: readonly unknown[],
  { prepare, limit }: { prepare?: boolean; limit?: number } = {},
): Promise<Row[]> {
  // What the driver's types do not know of: a time-out of this one statement.
  const config: QueryConfig & { query_timeout?: number } = statement(text, values, prepare);
  if (limit !== undefined) config.query_timeout = limit;
  const { rows } = await inSpan(
    () => spanOfStatement(text),
    () => client.query(config),
  );
  return rows as Row[];
}
