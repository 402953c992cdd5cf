import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StorageError, type Database, type Queryable, type Session } from './database.ts';
import { assertDiskSpace } from './diskSpace.ts';
import { EmbeddedEngine } from './embeddedEngine.ts';
import { isDiskFull, toStorageError } from './errors.ts';
import { lockFolder } from './folderLock.ts';
import { Listeners } from './listeners.ts';
import { inSpan } from '../tracing/span.ts';
import { spanOfStatement, statement } from './statements.ts';
import { TransactionScope } from './transactionScope.ts';

/** Milliseconds between tries to start a stopped engine again: doubled from the first to the last. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/**
 * Opens the embedded engine on `<dataDir>/postgres` in a thread of its own, so that a long query or a large result
 * does not stop the process.
 * @param prepared finds files to begin with; asked where there are none
 * @throws StorageError when the folder cannot be used, is damaged, or another process holds it
 */
export async function openEmbedded(dataDir: string, prepared?: () => string | undefined): Promise<Database> {
  const folder = resolve(dataDir);
  const place = `The data folder ${folder}`;
  let unlock: (() => void) | undefined;
  try {
    mkdirSync(join(folder, 'postgres'), { recursive: true, mode: 0o700 });
    unlock = lockFolder(dataDir);
    const isNew = readdirSync(join(folder, 'postgres')).length === 0;
    const database = new EmbeddedDatabase(folder, unlock, place);
    await database.open(isNew ? prepared?.() : undefined);
    return database;
  } catch (error) {
    unlock?.();
    throw startFault(error, place, folder);
  }
}

function startFault(error: unknown, place: string, folder: string): unknown {
  const told = toStorageError(error, place);
  if (told instanceof StorageError) return told;
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return new StorageError(
    `${place} cannot be opened (${reason}): its files are damaged or of another version. ` +
      `Move ${join(folder, 'postgres')} away and restore the newest backup from ${join(folder, 'backups')} with npm run restore.`,
    { cause: error },
  );
}

class EmbeddedDatabase implements Database {
  readonly engine = 'embedded';
  private running: EmbeddedEngine | undefined;
  private readonly listeners = new Listeners((sql) => this.exec(sql));
  private readonly scope = new TransactionScope();
  /** Resolves when the transaction that runs or waits last is over; undefined while there is none. */
  private busy: Promise<unknown> | undefined;
  /** Why there is no engine at the moment. */
  private fault: StorageError | undefined;
  private recovery: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly folder: string,
    private readonly unlock: () => void,
    private readonly place: string,
  ) {}

  /** @param prepared files to begin with, where there are none */
  async open(prepared?: string): Promise<void> {
    const events = {
      onNotification: this.listeners.deliver,
      onStopped: (error: Error) => this.recover(engine, error),
    };
    const engine = await EmbeddedEngine.start(join(this.folder, 'postgres'), events, prepared);
    this.running = engine;
    this.fault = undefined;
  }

  async query<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    this.scope.demandOutside('query');
    while (this.busy) await this.busy;
    return this.run<Row>(this.current(), text, values, options);
  }

  async exec(sql: string): Promise<void> {
    this.scope.demandOutside('exec');
    while (this.busy) await this.busy;
    await this.run(this.current(), sql, [], { prepare: false });
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    this.scope.demandOutside('transaction');
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

  /** All of it on one run of the engine: after a restart nothing is left of the transaction. */
  private async inTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const engine = this.current();
    await this.run(engine, 'BEGIN', [], { prepare: false });
    try {
      const result = await this.scope.enter(() =>
        work({ query: (text, values, options) => this.run(engine, text, values, options) }),
      );
      await this.run(engine, 'COMMIT', [], { prepare: false });
      return result;
    } catch (error) {
      if (!engine.stopped) await this.run(engine, 'ROLLBACK', [], { prepare: false });
      throw error;
    }
  }

  private async run<Row>(
    engine: EmbeddedEngine,
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    if (engine.stopped) throw this.fault ?? stoppedMeanwhile();
    try {
      return await inSpan(
        () => spanOfStatement(text),
        () => engine.query<Row>(statement(text, values, options?.prepare)),
      );
    } catch (error) {
      // After such a fault, or out of room in the middle of its work, the engine does not go on by itself.
      if (isDiskFull(error) || isFatal(error)) engine.stop(error as Error);
      throw engine.stopped ? (this.fault ?? stoppedMeanwhile()) : toStorageError(error, this.place);
    }
  }

  private current(): EmbeddedEngine {
    if (this.fault) throw this.fault;
    if (!this.running || this.closed) throw new StorageError('The embedded database is closed.');
    return this.running;
  }

  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }

  listen(
    channel: string,
    handler: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>> {
    return this.listeners.add(channel, { receive: handler, onResume });
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  /** The folder's lock says it already. */
  async serve(): Promise<void> {}

  async check(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    if (this.closed) return;
    while (this.busy) await this.busy;
    this.closed = true;
    clearTimeout(this.recovery);
    await this.running?.end();
    this.unlock();
  }

  /** The engine is gone: every statement says so instead of waiting, until it could be started again. */
  private recover(stopped: EmbeddedEngine, error: Error): void {
    if (this.closed) return;
    this.running = stopped;
    this.fault = this.faultOf(error);
    this.retry(stopped, FIRST_RETRY_MS);
  }

  private retry(stopped: EmbeddedEngine, wait: number): void {
    this.recovery = setTimeout(() => {
      this.restart(stopped).catch((error: unknown) => {
        this.fault = this.faultOf(error);
        this.retry(stopped, Math.min(wait * 2, LAST_RETRY_MS));
      });
    }, wait);
  }

  private async restart(stopped: EmbeddedEngine): Promise<void> {
    await stopped.gone();
    if (isDiskFull(this.fault?.cause)) await assertDiskSpace(this.folder);
    if (this.closed) return;
    await this.open();
    if (this.closed) await this.running?.end();
    else await this.listeners.resume();
  }

  private faultOf(error: unknown): StorageError {
    const told = toStorageError(error, this.place);
    if (told instanceof StorageError) return told;
    const reason = error instanceof Error ? error.message : String(error);
    return new StorageError(`The embedded database stopped (${reason}) and is being started again.`, {
      cause: error,
    });
  }
}

function isFatal(error: unknown): boolean {
  const { severity } = error as { severity?: unknown };
  return severity === 'PANIC' || severity === 'FATAL';
}

function stoppedMeanwhile(): StorageError {
  return new StorageError('The embedded database was started again in the meantime: try once more.', {
    retryable: true,
  });
}
