import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { StorageError, type Database, type Queryable, type Session } from './database.ts';
import { storageFault } from './faults.ts';
import { lockFolder } from './folderLock.ts';
import { Listeners } from './listeners.ts';
import { statement } from './statements.ts';
import { WireStream } from './wireStream.ts';

type Started = { ready?: true; failed?: { message: string; code?: string } };

/**
 * Opens the embedded engine on `<dataDir>/postgres` in a thread of its own, so that a long query or a large result
 * does not stop the process.
 * @throws StorageError when the folder cannot be used or another process holds it
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const place = `The data folder ${resolve(dataDir)}`;
  let unlock: (() => void) | undefined;
  let worker: Worker | undefined;
  try {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 });
    unlock = lockFolder(dataDir);
    worker = new Worker(new URL('./pgliteWorker.mjs', import.meta.url), {
      workerData: { folder: join(resolve(dataDir), 'postgres') },
      execArgv: [],
    });
    await started(worker);
    const database = new EmbeddedDatabase(worker, unlock, place);
    await database.open();
    return database;
  } catch (error) {
    await worker?.terminate();
    unlock?.();
    throw storageFault(error, place);
  }
}

function started(worker: Worker): Promise<void> {
  return new Promise((done, refuse) => {
    worker.once('error', refuse);
    worker.once('message', (message: Started) => {
      worker.off('error', refuse);
      if (message.ready) done();
      else refuse(Object.assign(new Error(message.failed?.message), { code: message.failed?.code }));
    });
  });
}

class EmbeddedDatabase implements Database {
  readonly engine = 'embedded';
  private readonly stream: WireStream;
  private readonly client: Client;
  private readonly listeners: Listeners;
  /** Resolves when the transaction that runs or waits last is over; undefined while there is none. */
  private busy: Promise<unknown> | undefined;
  private fault: StorageError | undefined;
  private closed = false;

  constructor(
    private readonly worker: Worker,
    private readonly unlock: () => void,
    private readonly place: string,
  ) {
    // Pipelined: statements that are waiting travel to the thread together.
    this.stream = new WireStream(worker);
    this.client = new Client({ stream: () => this.stream, pipeline: true, ssl: false });
    this.listeners = new Listeners((sql) => this.exec(sql));
    this.client.on('notification', this.listeners.deliver);
    this.client.on('error', (error) => this.stop(error));
    worker.on('message', ({ failed }: Started) => {
      if (failed) this.stop(Object.assign(new Error(failed.message), { code: failed.code }));
    });
    worker.on('error', (error) => this.stop(error));
    worker.on('exit', () => this.stop(new Error('it ended')));
  }

  async open(): Promise<void> {
    await this.client.connect();
  }

  async query<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    while (this.busy) await this.busy;
    return this.run<Row>(text, values, options);
  }

  private async run<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    if (this.fault) throw this.fault;
    try {
      return (await this.client.query(statement(text, values, options?.prepare))).rows as Row[];
    } catch (error) {
      throw this.fault ?? storageFault(error, this.place);
    }
  }

  async exec(sql: string): Promise<void> {
    while (this.busy) await this.busy;
    await this.client.query(sql);
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    while (this.busy) await this.busy;
    const turn = this.inTransaction(work);
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.busy = over;
    void over.then(() => {
      if (this.busy === over) this.busy = undefined;
    });
    return turn;
  }

  private async inTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    await this.run('BEGIN', [], { prepare: false });
    try {
      const result = await work({ query: (text, values, options) => this.run(text, values, options) });
      await this.run('COMMIT', [], { prepare: false });
      return result;
    } catch (error) {
      if (!this.fault) await this.run('ROLLBACK', [], { prepare: false });
      throw error;
    }
  }

  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }

  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    return this.listeners.add(channel, handler);
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    while (this.busy) await this.busy;
    this.closed = true;
    const ended = new Promise<void>((done) => this.worker.once('exit', () => done()));
    if (!this.fault) {
      // Everything that waits is answered first: the pipeline keeps its order.
      await this.client.query('SELECT 1').catch(() => undefined);
      this.worker.postMessage({ close: true });
      await ended;
    } else await this.worker.terminate();
    this.unlock();
  }

  /** The engine is gone: every later statement says so instead of waiting for ever. */
  private stop(error: Error): void {
    if (this.closed || this.fault) return;
    const told = storageFault(error, this.place);
    this.fault =
      told instanceof StorageError
        ? told
        : new StorageError(`The embedded database stopped: ${error.message}. Start again.`, { cause: error });
    // Ends the driver's wait for every statement that is under way.
    this.stream.destroy();
  }
}
