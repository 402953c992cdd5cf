import { setTimeout } from 'node:timers/promises';
import { Pool, type ClientBase, type ClientConfig, type PoolClient, type QueryConfig } from 'pg';
import { StorageError, UNPREPARED, type Database, type Queryable, type Session } from './database.ts';
import { fromDriver, isAway, isReadOnly, isSilent, toStorageError } from './errors.ts';
import { ListeningConnection } from './listeningConnection.ts';
import { Replica } from './replica.ts';
import {
  beginPooled,
  GRACE_MS,
  identityOf,
  placeOf,
  pooledConnection,
  sessionConnection,
} from './serverConnection.ts';
import { readServerAddress } from '../settings/serverAddress.ts';
import { clientOf, doubtIdle, ServerHosts } from './serverHosts.ts';
import { inSpan } from '../tracing/span.ts';
import { spanOfStatement, statement } from './statements.ts';
import { TransactionScope } from './transactionScope.ts';

/** The oldest server that has everything the tables need. */
const OLDEST = 14;
/** Milliseconds within which a connection that could not be made is tried once more: people wait no longer for it. */
const AT_ONCE_MS = 1_000;
/** The longest time that a timer can wait. */
const PATIENT_MS = 2 ** 31 - 1;

interface ServerOptions {
  /** Connections of this process; several processes share the server's limit. Default 10. */
  poolSize?: number;
  /** Milliseconds that a statement may take; default 15,000. */
  timeoutMs?: number;
  /** The same database past a pooler of transactions, which the other address leads to. */
  sessionUrl?: string;
  /** A streaming replica, for what may be some seconds old. */
  readUrl?: string;
  /** It is such a replica: nothing is written. */
  isReplica?: boolean;
}

/**
 * Opens a pool of connections to a PostgreSQL server.
 * @throws StorageError when the server cannot be reached, refuses the user, or is too old, and where another address leads
 * to another database
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
      const at = new ServerDatabase(readUrl, reading, placeOf(readUrl, 'DATABASE_READ_URL'));
      database.replica = new Replica(database, at);
      await database.replica.begin();
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
}

async function assertSameDatabase(database: Database): Promise<void> {
  const pooled = await identityOf(database);
  const direct = await database.session((session) => identityOf(session));
  if (pooled !== undefined && direct !== undefined && pooled !== direct)
    throw new StorageError(
      'DATABASE_SESSION_URL leads to another database or schema than DATABASE_URL: name the same one, past the pooler.',
    );
}

const PATIENT = 'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0';

class ServerDatabase implements Database {
  readonly engine = 'server';
  replica?: Replica;
  /** Connections of which each may meet another session in the next transaction, where a pooler stands in between. */
  private readonly pool: Pool;
  /** Connections that are sessions; the same where no pooler stands in between. */
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
      new ServerHosts(config, readServerAddress(url).hosts, !isReplica, isPooled);
    this.hosts = hostsOf(sessionUrl ?? databaseUrl, sessions);
    this.sessions = this.poolOf(sessions, poolSize, this.hosts);
    this.pool = this.sessions;
    if (this.isPooled) {
      const pooled = pooledConnection(databaseUrl, timeoutMs);
      this.pool = this.poolOf(pooled, poolSize, hostsOf(databaseUrl, pooled, true));
    }
    this.listening = new ListeningConnection(sessions, place, clientOf(this.hosts));
    this.hosts.onLost = () => this.listening.doubt();
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
    // Heard once for each connection, not anew for each statement.
    pool.on('connect', (client) =>
      client.on('error', () => {
        this.broken.add(client);
        hosts.broke();
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
    this.scope.demandOutside('query');
    const how = this.isPooled ? UNPREPARED : options;
    return this.withClient(this.pool, (client) => run<Row>(client, text, values, how));
  }

  async exec(sql: string): Promise<void> {
    await this.session((session) => session.exec(sql));
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    this.scope.demandOutside('transaction');
    return this.withClient(this.pool, (client) => {
      const query = this.queryOn(client, this.isPooled ? UNPREPARED : {});
      return this.inTransaction(client, this.begin, () => work({ query }));
    });
  }

  async session<T>(
    work: (session: Session) => Promise<T>,
    { longRunning = false }: { longRunning?: boolean } = {},
  ): Promise<T> {
    this.scope.demandOutside('session');
    const inSession = async (client: PoolClient): Promise<T> => {
      if (longRunning) await client.query(PATIENT);
      const query = this.queryOn(client, longRunning ? { limit: PATIENT_MS } : {});
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
          return this.inTransaction(client, 'BEGIN', () => inner({ query }));
        },
      });
    };
    return this.withClient(this.sessions, inSession, longRunning);
  }

  /** @param always what holds whatever a call says */
  private queryOn(client: PoolClient, always: RunOptions): Queryable['query'] {
    return <Row>(text: string, values?: readonly unknown[], options?: RunOptions): Promise<Row[]> =>
      run<Row>(client, text, values, { ...options, ...always }).catch((error: unknown) => {
        throw toStorageError(error, this.place);
      });
  }

  private async inTransaction<T>(client: ClientBase, begin: string, work: () => Promise<T>): Promise<T> {
    const ask = async (text: string): Promise<unknown> =>
      client.query(text).catch((error: unknown) => {
        throw fromDriver(error, 'ask');
      });
    await ask(begin);
    try {
      const result = await this.scope.enter(work);
      await ask('COMMIT');
      return result;
    } catch (error) {
      // A connection that broke cannot roll back, and one that is silent would be waited for again: it is dropped.
      if (!isSilent(error)) await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /**
   * Runs `work` on a connection of a pool; one that broke or fell silent is not used again.
   * @param spent `work` changes what the connection is like: it is not used again either
   */
  private async withClient<T>(
    pool: Pool,
    work: (client: PoolClient) => Promise<T>,
    spent = false,
  ): Promise<T> {
    const hosts = this.hostsOf.get(pool);
    const client = await this.connection(pool, hosts);
    let isSpent = spent;
    try {
      return await work(client);
    } catch (error) {
      isSpent ||= isSilent(error) || isAway(error);
      if (isSilent(error)) this.doubt(pool, client);
      if (isReadOnly(error) && hosts?.mustWrite) {
        isSpent = true;
        hosts.lost(client);
      }
      throw toStorageError(error, this.place);
    } finally {
      client.release(isSpent || this.broken.has(client));
    }
  }

  /** A statement was not answered: it is slow, or the server is silent. Behind a pooler others are none the wiser. */
  private doubt(pool: Pool, client: PoolClient): void {
    const hosts = this.hostsOf.get(pool);
    if (!hosts || (this.isPooled && pool === this.pool)) return;
    if (hosts.areSeveral) return hosts.lost(client);
    this.listening.doubt();
    void doubtIdle(pool, hosts);
  }

  /** One of the pool's that is as good as a new one; where there are several hosts, a lost one is tried elsewhere at once. */
  private async connection(pool: Pool, hosts: ServerHosts | undefined): Promise<PoolClient> {
    const began = performance.now();
    for (let faults = 0; ;) {
      try {
        const client = await pool.connect();
        if (!hosts || hosts.isFresh(client)) return client;
        client.release(true);
      } catch (error) {
        faults += 1;
        const isLate = performance.now() - began > AT_ONCE_MS;
        if (!hosts?.areSeveral || faults > 1 || isLate)
          throw toStorageError(fromDriver(error, 'connect'), this.place);
      }
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
    // A silent server does not say goodbye.
    const ends = this.pools().map((pool) => pool.end());
    const ended = Promise.all([this.replica?.close(), this.listening.close(), ...ends]);
    await Promise.race([ended, setTimeout(GRACE_MS, undefined, { ref: false })]);
  }
}

interface RunOptions {
  prepare?: boolean;
  /** Milliseconds that it may take, in the place of the connection's own. */
  limit?: number;
}

async function run<Row>(
  client: ClientBase,
  text: string,
  values?: readonly unknown[],
  { prepare, limit }: RunOptions = {},
): Promise<Row[]> {
  // What the driver's types do not know of: a time-out of this one statement.
  const config: QueryConfig & { query_timeout?: number } = statement(text, values, prepare);
  if (limit !== undefined) config.query_timeout = limit;
  const { rows } = await inSpan(
    () => spanOfStatement(text),
    () =>
      client.query(config).catch((error: unknown) => {
        throw fromDriver(error, 'ask');
      }),
  );
  return rows as Row[];
}
