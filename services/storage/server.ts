import { Client, Pool, type ClientBase, type PoolClient } from 'pg';
import { StorageError, type Database, type Queryable, type Session } from './database.ts';
import { storageFault } from './faults.ts';
import { Listeners } from './listeners.ts';
import { statement } from './statements.ts';

/** The oldest server that has everything the tables need. */
const OLDEST = 14;
/** Milliseconds after which a lost listening connection is tried again. */
const RELISTEN_MS = 1_000;

/**
 * Opens a pool of connections to a PostgreSQL server.
 * @param options.poolSize connections of this process; several processes share the server's limit
 * @throws StorageError when the server cannot be reached, refuses the user, or is too old
 */
export async function openServer(
  databaseUrl: string,
  options: { poolSize?: number } = {},
): Promise<Database> {
  const place = placeOf(databaseUrl);
  const database = new ServerDatabase(databaseUrl, options.poolSize ?? 10, place);
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

class ServerDatabase implements Database {
  readonly engine = 'server';
  private readonly pool: Pool;
  private readonly listeners: Listeners;
  private listening: Promise<Client> | undefined;
  private closed = false;

  constructor(
    private readonly databaseUrl: string,
    poolSize: number,
    private readonly place: string,
  ) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      max: poolSize,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 30_000,
      application_name: 'messaging-console',
      keepAlive: true,
    });
    // A connection that breaks while idle is replaced by the pool; without a handler it would end the process.
    this.pool.on('error', () => undefined);
    this.listeners = new Listeners(async (sql) => (await this.listener()).query(sql));
  }

  async query<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    try {
      return (await this.pool.query(statement(text, values, options?.prepare))).rows as Row[];
    } catch (error) {
      throw storageFault(error, this.place);
    }
  }

  async exec(sql: string): Promise<void> {
    await this.session((session) => session.exec(sql));
  }

  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.session((session) => session.transaction(work));
  }

  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.withClient((client) => {
      const query: Queryable['query'] = (text, values, options) => this.run(client, text, values, options);
      const exec = async (sql: string): Promise<void> => {
        await client.query(sql);
      };
      return work({
        query,
        exec,
        transaction: (inner) => this.inTransaction(client, () => inner({ query })),
      });
    });
  }

  private async inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
    await client.query('BEGIN');
    try {
      const result = await work();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that broke cannot roll back; the server does it itself.
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  private async run<Row>(
    client: ClientBase,
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    try {
      return (await client.query(statement(text, values, options?.prepare))).rows as Row[];
    } catch (error) {
      throw storageFault(error, this.place);
    }
  }

  private async withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw storageFault(error, this.place);
    }
    let broken = false;
    const onError = (): void => {
      broken = true;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    return this.listeners.add(channel, handler);
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await (await this.listening?.catch(() => undefined))?.end();
    await this.pool.end();
  }

  /** The one connection that hears notifications; replaced when it breaks. */
  private listener(): Promise<Client> {
    this.listening ??= this.connectListener().catch((error: unknown) => {
      this.listening = undefined;
      throw storageFault(error, this.place);
    });
    return this.listening;
  }

  private async connectListener(): Promise<Client> {
    const client = new Client({
      connectionString: this.databaseUrl,
      keepAlive: true,
      application_name: 'messaging-console listener',
      connectionTimeoutMillis: 5_000,
    });
    client.on('notification', this.listeners.deliver);
    let lost = false;
    const onLost = (): void => {
      if (lost || this.closed) return;
      lost = true;
      this.listening = undefined;
      this.relisten();
    };
    await client.connect();
    client.on('error', onLost);
    client.on('end', onLost);
    return client;
  }

  private relisten(): void {
    setTimeout(() => {
      if (this.closed || !this.listeners.any) return;
      this.listeners.resume().catch(() => this.relisten());
    }, RELISTEN_MS).unref();
  }
}
