import { setTimeout } from 'node:timers/promises';
import { Pool, type ClientBase, type ClientConfig, type PoolClient, type QueryConfig } from 'pg';
import { StorageError, UNPREPARED, type Database, type Queryable, type Session } from './database.ts';
import { markDriverError, isDatabaseDown, isReadOnly, isUnresponsive, toStorageError } from './errors.ts';
import { ListeningConnection } from './listeningConnection.ts';
import { Replica } from './replica.ts';
import {
  beginPooled,
  RESPONSE_GRACE_MS,
  readIdentity,
  placeOf,
  pooledConnection,
  sessionConnection,
} from './serverConnection.ts';
import { parseServerAddress } from '../settings/serverAddress.ts';
import { clientOf, ServerHosts, verifyIdle } from './serverHosts.ts';
import { inSpan } from '../tracing/span.ts';
import { describeStatement, toQueryConfig } from './statements.ts';
import { TransactionScope } from './transactionScope.ts';

const MIN_POSTGRES_VERSION = 14;
/** A connection that fails within this time is attempted once more; after a longer wait people get the error. */
const RECONNECT_WITHIN_MS = 1_000;
/** The longest delay that `setTimeout` supports. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

interface ServerOptions {
  /** Connections of this process; several processes share the server's limit. Default 10. */
  poolSize?: number;
  /** Milliseconds that a statement may take; default 15,000. */
  timeoutMs?: number;
  /** Direct address of the same database, where the other one leads to a transaction pooler. */
  sessionUrl?: string;
  /** A streaming replica, for reads that may be some seconds old. */
  readUrl?: string;
  /** The database is a replica: nothing is written. */
  isReplica?: boolean;
}

/**
 * Opens a pool of connections to a PostgreSQL server.
 * @throws StorageError when the server cannot be reached, rejects the user, or is too old, or when one of the addresses
 * leads to another database
 */
export async function openServer(
  databaseUrl: string,
  { readUrl, ...options }: ServerOptions = {},
): Promise<Database> {
  const place = placeOf(databaseUrl);
  const database = new ServerDatabase(databaseUrl, options, place);
  try {
    await assertUsable(database, place);
    if (options.sessionUrl !== undefined) await assertSameDatabase(database);
    if (readUrl !== undefined) {
      const { poolSize, timeoutMs } = options;
      const reading = { poolSize, timeoutMs, isReplica: true };
      const standby = new ServerDatabase(readUrl, reading, placeOf(readUrl, 'DATABASE_READ_URL'));
      database.replica = new Replica(database, standby);
      await database.replica.start();
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assertUsable(database: Queryable, place: string): Promise<void> {
  const [row] = await database.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  );
  const version = row?.version ?? 0;
  if (version < MIN_POSTGRES_VERSION * 10_000) {
    throw new StorageError(
      `${place} runs PostgreSQL ${Math.floor(version / 10_000)}: version ${MIN_POSTGRES_VERSION} or newer is needed.`,
    );
  }
  if (row?.encoding !== 'UTF8') {
    throw new StorageError(
      `${place} stores texts as ${row?.encoding}: create the database with ENCODING 'UTF8'.`,
    );
  }
}

async function assertSameDatabase(database: Database): Promise<void> {
  const pooled = await readIdentity(database);
  const direct = await database.session((session) => readIdentity(session));
  if (pooled !== undefined && direct !== undefined && pooled !== direct)
    throw new StorageError(
      'DATABASE_SESSION_URL leads to another database or schema than DATABASE_URL: name the same one, past the pooler.',
    );
}

const NO_LIMITS = 'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0';

class ServerDatabase implements Database {
  readonly engine = 'server';
  replica?: Replica;
  /** Behind a transaction pooler, each transaction of a connection may get another session. */
  private readonly pool: Pool;
  /** Connections with a session of their own; the same pool when there is no pooler. */
  private readonly sessions: Pool;
  private readonly hosts: ServerHosts;
  private readonly isPooled: boolean;
  private readonly begin: string;
  private readonly listening: ListeningConnection;
  private readonly scope = new TransactionScope();
  /** Connections that broke. */
  private readonly broken = new WeakSet<ClientBase>();
  private readonly hostsOf = new Map<Pool, ServerHosts>();
  private closed = false;

  constructor(
    databaseUrl: string,
    { poolSize = 10, timeoutMs = 15_000, sessionUrl, isReplica = false }: ServerOptions,
    private readonly place: string,
  ) {
    if (sessionUrl !== undefined) placeOf(sessionUrl, 'DATABASE_SESSION_URL');
    const sessions = sessionConnection(sessionUrl ?? databaseUrl, timeoutMs);
    this.isPooled = sessionUrl !== undefined;
    this.begin = this.isPooled ? beginPooled(timeoutMs) : 'BEGIN';
    const hostsOf = (url: string, config: ClientConfig, isPooled = false): ServerHosts =>
      new ServerHosts(config, parseServerAddress(url).hosts, !isReplica, isPooled);
    this.hosts = hostsOf(sessionUrl ?? databaseUrl, sessions);
    this.sessions = this.poolOf(sessions, poolSize, this.hosts);
    this.pool = this.sessions;
    if (this.isPooled) {
      const pooled = pooledConnection(databaseUrl, timeoutMs);
      this.pool = this.poolOf(pooled, poolSize, hostsOf(databaseUrl, pooled, true));
    }
    this.listening = new ListeningConnection(sessions, place, clientOf(this.hosts));
    this.hosts.onLost = () => this.listening.verify();
  }

  private poolOf(connection: ClientConfig, max: number, hosts: ServerHosts): Pool {
    const pool = new Pool({
      ...connection,
      Client: clientOf(hosts),
      max,
      idleTimeoutMillis: 30_000,
      application_name: 'messaging-console',
    });
    // A connection that breaks while idle is replaced by the pool; without a handler it would end the process.
    pool.on('error', () => undefined);
    // One handler per connection, not one per statement.
    pool.on('connect', (client) =>
      client.on('error', () => {
        this.broken.add(client);
        hosts.forgetHost();
      }),
    );
    this.hostsOf.set(pool, hosts);
    return pool;
  }

  async query<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    this.scope.assertOutside('query');
    const how = this.isPooled ? UNPREPARED : options;
    return this.withClient(this.pool, (client) => run<Row>(client, text, values, how));
  }

  async exec(sql: string): Promise<void> {
    await this.session((session) => session.exec(sql));
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    this.scope.assertOutside('transaction');
    return this.withClient(this.pool, (client) => {
      const query = this.queryOn(client, this.isPooled ? UNPREPARED : {});
      return this.inTransaction(client, this.begin, () => work({ query }));
    });
  }

  async session<T>(
    work: (session: Session) => Promise<T>,
    { longRunning = false }: { longRunning?: boolean } = {},
  ): Promise<T> {
    this.scope.assertOutside('session');
    const inSession = async (client: PoolClient): Promise<T> => {
      if (longRunning) await client.query(NO_LIMITS);
      const query = this.queryOn(client, longRunning ? { timeoutMs: NO_TIMEOUT_MS } : {});
      return work({
        query: (...call) => {
          this.scope.assertOutside('query');
          return query(...call);
        },
        exec: async (sql) => {
          this.scope.assertOutside('exec');
          await query(sql, [], { prepare: false });
        },
        transaction: (inner) => {
          this.scope.assertOutside('transaction');
          return this.inTransaction(client, 'BEGIN', () => inner({ query }));
        },
      });
    };
    return this.withClient(this.sessions, inSession, longRunning);
  }

  /** @param overrides options that win over those of a call */
  private queryOn(client: PoolClient, overrides: RunOptions): Queryable['query'] {
    return <Row>(text: string, values?: readonly unknown[], options?: RunOptions): Promise<Row[]> =>
      run<Row>(client, text, values, { ...options, ...overrides }).catch((error: unknown) => {
        throw toStorageError(error, this.place);
      });
  }

  private async inTransaction<T>(client: ClientBase, begin: string, work: () => Promise<T>): Promise<T> {
    const execute = async (text: string): Promise<unknown> =>
      client.query(text).catch((error: unknown) => {
        throw markDriverError(error, 'query');
      });
    await execute(begin);
    try {
      const result = await this.scope.enter(work);
      await execute('COMMIT');
      return result;
    } catch (error) {
      // A broken connection cannot roll back, and an unresponsive one would block again: it is dropped instead.
      if (!isUnresponsive(error)) await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /**
   * Runs `work` on a connection of a pool. A connection that broke or stopped responding is closed afterwards.
   * @param closeAfter closes it in any case, because `work` changes its settings
   */
  private async withClient<T>(
    pool: Pool,
    work: (client: PoolClient) => Promise<T>,
    closeAfter = false,
  ): Promise<T> {
    const hosts = this.hostsOf.get(pool);
    const client = await this.connect(pool, hosts);
    let mustClose = closeAfter;
    try {
      return await work(client);
    } catch (error) {
      mustClose ||= isUnresponsive(error) || isDatabaseDown(error);
      if (isUnresponsive(error)) this.suspect(pool, client);
      if (isReadOnly(error) && hosts?.mustWrite) {
        mustClose = true;
        hosts.markLost(client);
      }
      throw toStorageError(error, this.place);
    } finally {
      client.release(mustClose || this.broken.has(client));
    }
  }

  /** A statement got no response: it is slow, or the server is unresponsive. Behind a pooler that tells nothing of others. */
  private suspect(pool: Pool, client: PoolClient): void {
    const hosts = this.hostsOf.get(pool);
    if (!hosts || (this.isPooled && pool === this.pool)) return;
    if (hosts.areSeveral) return hosts.markLost(client);
    this.listening.verify();
    void verifyIdle(pool, hosts);
  }

  /** A trusted connection of the pool. With several hosts, a failed attempt is repeated once at another host. */
  private async connect(pool: Pool, hosts: ServerHosts | undefined): Promise<PoolClient> {
    const startedAt = performance.now();
    for (let failures = 0; ;) {
      try {
        const client = await pool.connect();
        if (!hosts || hosts.isTrusted(client)) return client;
        client.release(true);
      } catch (error) {
        failures += 1;
        const isLate = performance.now() - startedAt > RECONNECT_WITHIN_MS;
        if (!hosts?.areSeveral || failures > 1 || isLate)
          throw toStorageError(markDriverError(error, 'connect'), this.place);
      }
    }
  }

  listen(
    channel: string,
    handler: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>> {
    return this.listening.listeners.add(channel, { onNotification: handler, onResume });
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
    const pools = this.pools();
    const sum = (count: (pool: Pool) => number): number =>
      pools.reduce((total, pool) => total + count(pool), 0);
    const idle = sum((pool) => pool.idleCount);
    return { inUse: sum((pool) => pool.totalCount) - idle, idle, waiting: sum((pool) => pool.waitingCount) };
  }

  private pools(): Pool[] {
    return [...new Set([this.pool, this.sessions])];
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    // An unresponsive server does not close its connections.
    const ends = this.pools().map((pool) => pool.end());
    const ended = Promise.all([this.replica?.close(), this.listening.close(), ...ends]);
    await Promise.race([ended, setTimeout(RESPONSE_GRACE_MS, undefined, { ref: false })]);
  }
}

interface RunOptions {
  prepare?: boolean;
  /** Replaces the timeout of the connection. */
  timeoutMs?: number;
}

async function run<Row>(
  client: ClientBase,
  text: string,
  values?: readonly unknown[],
  { prepare, timeoutMs }: RunOptions = {},
): Promise<Row[]> {
  // The driver supports a timeout per statement, its types do not.
  const config: QueryConfig & { query_timeout?: number } = toQueryConfig(text, values, prepare);
  if (timeoutMs !== undefined) config.query_timeout = timeoutMs;
  const { rows } = await inSpan(
    () => describeStatement(text),
    () =>
      client.query(config).catch((error: unknown) => {
        throw markDriverError(error, 'query');
      }),
  );
  return rows as Row[];
}
