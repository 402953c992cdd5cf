import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { StorageError } from './database.ts';
import { toStorageError } from './errors.ts';
import { Listeners } from './listeners.ts';
import { announceServing } from './presence.ts';

const RECONNECT_DELAY_MS = 1_000;
/** Interval of the queries that detect a silently dead connection. */
const HEARTBEAT_MS = 10_000;
/** Time in which a suspected connection has to respond. */
const PING_TIMEOUT_MS = 2_000;

/**
 * The connection on which a process receives notifications and holds the lock that it serves. Opened when first needed,
 * replaced when it breaks or does not respond.
 */
export class ListeningConnection {
  readonly listeners = new Listeners(async (sql) => (await this.client()).query(sql));
  private connecting: Promise<Client> | undefined;
  private isServing = false;
  private isClosed = false;
  private ping: () => void = () => undefined;

  constructor(
    private readonly config: ClientConfig,
    private readonly place: string,
    private readonly clientClass: typeof Client = Client,
  ) {}

  /** Replaces the connection unless it responds soon; called when another connection does not. */
  verify(): void {
    this.ping();
  }

  /** @throws StorageError while the database is being restored */
  async serve(): Promise<void> {
    if (this.isServing) return;
    const client = await this.client();
    if (!(await acquireServingLock(client))) throw restoringError(this.place);
    this.isServing = true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await (await this.connecting?.catch(() => undefined))?.end();
  }

  private client(): Promise<Client> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = undefined;
      throw toStorageError(error, this.place);
    });
    return this.connecting;
  }

  private async connect(): Promise<Client> {
    const client = new this.clientClass({ ...this.config, application_name: 'messaging-console listener' });
    const heartbeat = setInterval(() => {
      client.query('SELECT 1').catch(onLost);
    }, HEARTBEAT_MS).unref();
    let isLost = false;
    const onLost = (): void => {
      clearInterval(heartbeat);
      if (isLost || this.isClosed) return;
      isLost = true;
      this.connecting = undefined;
      client.end().catch(() => undefined);
      this.scheduleReconnect();
    };
    client.on('notification', this.listeners.deliver);
    try {
      await client.connect();
      if (this.isServing && !(await acquireServingLock(client))) throw restoringError(this.place);
    } catch (error) {
      clearInterval(heartbeat);
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
      throw error;
    }
    client.on('error', onLost);
    client.on('end', onLost);
    this.ping = () => {
      const query: QueryConfig & { query_timeout: number } = {
        text: 'SELECT 1',
        query_timeout: PING_TIMEOUT_MS,
      };
      client.query(query).catch(onLost);
    };
    return client;
  }

  private scheduleReconnect(): void {
    setTimeout(() => {
      if (this.isClosed || !(this.listeners.hasChannels || this.isServing)) return;
      this.client()
        .then(() => this.listeners.resume())
        .catch(() => this.scheduleReconnect());
    }, RECONNECT_DELAY_MS).unref();
  }
}

function restoringError(place: string): StorageError {
  return new StorageError(`${place} is being restored from a backup: start again when that is done.`);
}

function acquireServingLock(client: Client): Promise<boolean> {
  return announceServing(async (sql) => (await client.query<{ held: boolean }>(sql)).rows);
}
