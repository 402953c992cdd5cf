import { Client, type ClientConfig, type QueryConfig } from 'pg';
import { StorageError } from './database.ts';
import { toStorageError } from './errors.ts';
import { Listeners } from './listeners.ts';
import { announceServing } from './presence.ts';

/** Milliseconds after which a lost listening connection is tried again. */
const RELISTEN_MS = 1_000;
/** A connection that is silently dead is found out by asking it now and then. */
const HEARTBEAT_MS = 10_000;
/** Milliseconds in which one that is doubted has to answer. */
const PATIENCE_MS = 2_000;

/**
 * The one connection of a process that hears notifications and says that the process serves. Made when it is first
 * needed, and replaced when it breaks or does not answer.
 */
export class ListeningConnection {
  readonly listeners = new Listeners(async (sql) => (await this.client()).query(sql));
  private connecting: Promise<Client> | undefined;
  private serving = false;
  private closed = false;
  private askIfAlive: () => void = () => undefined;

  constructor(
    private readonly config: ClientConfig,
    private readonly place: string,
    /** How it connects. */
    private readonly kind: typeof Client = Client,
  ) {}

  /** Others have fallen silent: this one has to answer soon, or is replaced. */
  doubt(): void {
    this.askIfAlive();
  }

  /** @throws StorageError while the database is being restored */
  async serve(): Promise<void> {
    if (this.serving) return;
    const client = await this.client();
    if (!(await present(client))) throw beingRestored(this.place);
    this.serving = true;
  }

  async close(): Promise<void> {
    this.closed = true;
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
    const client = new this.kind({ ...this.config, application_name: 'messaging-console listener' });
    const heartbeat = setInterval(() => {
      client.query('SELECT 1').catch(onLost);
    }, HEARTBEAT_MS).unref();
    let lost = false;
    const onLost = (): void => {
      clearInterval(heartbeat);
      if (lost || this.closed) return;
      lost = true;
      this.connecting = undefined;
      client.end().catch(() => undefined);
      this.resumeLater();
    };
    client.on('notification', this.listeners.deliver);
    try {
      await client.connect();
      if (this.serving && !(await present(client))) throw beingRestored(this.place);
    } catch (error) {
      clearInterval(heartbeat);
      client.on('error', () => undefined);
      client.end().catch(() => undefined);
      throw error;
    }
    client.on('error', onLost);
    client.on('end', onLost);
    this.askIfAlive = () => {
      const question: QueryConfig & { query_timeout: number } = {
        text: 'SELECT 1',
        query_timeout: PATIENCE_MS,
      };
      client.query(question).catch(onLost);
    };
    return client;
  }

  private resumeLater(): void {
    setTimeout(() => {
      if (this.closed || !(this.listeners.any || this.serving)) return;
      this.client()
        .then(() => this.listeners.resume())
        .catch(() => this.resumeLater());
    }, RELISTEN_MS).unref();
  }
}

function beingRestored(place: string): StorageError {
  return new StorageError(`${place} is being restored from a backup: start again when that is done.`);
}

function present(client: Client): Promise<boolean> {
  return announceServing(async (sql) => (await client.query<{ held: boolean }>(sql)).rows);
}
