import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StorageError, type Database, type Queryable, type Session } from './database.ts';
import { assertDiskSpace } from './diskSpace.ts';
import { EmbeddedEngine } from './embeddedEngine.ts';
import { isDiskFull, toStorageError } from './errors.ts';
import { lockFolder } from './folderLock.ts';
import { Listeners } from './listeners.ts';
import { inSpan } from '../tracing/span.ts';
import { describeStatement, toQueryConfig } from './statements.ts';
import { TransactionScope } from './transactionScope.ts';

/** Wait before a stopped engine is started again, doubled with each attempt. */
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 10_000;

/**
 * Opens the embedded engine on `<dataDir>/postgres` in a thread of its own, so that a long query or a large result
 * does not block the process.
 * @param prepared called when the folder is empty; returns a folder of prepared files to start from
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
    throw toStartError(error, place, folder);
  }
}

function toStartError(error: unknown, place: string, folder: string): unknown {
  const storageError = toStorageError(error, place);
  if (storageError instanceof StorageError) return storageError;
  const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
  return new StorageError(
    `${place} cannot be opened (${reason}): its files are damaged or of another version. ` +
      `Move ${join(folder, 'postgres')} away and restore the newest backup from ${join(folder, 'backups')} with npm run restore.`,
    { cause: error },
  );
}

class EmbeddedDatabase implements Database {
  readonly engine = 'embedded';
  private currentEngine: EmbeddedEngine | undefined;
  private readonly listeners = new Listeners((sql) => this.exec(sql));
  private readonly scope = new TransactionScope();
  /** Resolves when the last queued transaction ends; undefined without one. */
  private lastTransaction: Promise<unknown> | undefined;
  /** Why there is no engine at the moment. */
  private stopError: StorageError | undefined;
  private restartTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly folder: string,
    private readonly unlock: () => void,
    private readonly place: string,
  ) {}

  /** @param prepared folder of prepared files, for an empty data folder */
  async open(prepared?: string): Promise<void> {
    const events = {
      onNotification: this.listeners.deliver,
      onStopped: (error: Error) => this.recover(engine, error),
    };
    const engine = await EmbeddedEngine.start(join(this.folder, 'postgres'), events, prepared);
    this.currentEngine = engine;
    this.stopError = undefined;
  }

  async query<Row>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    this.scope.assertOutside('query');
    while (this.lastTransaction) await this.lastTransaction;
    return this.run<Row>(this.requireEngine(), text, values, options);
  }

  async exec(sql: string): Promise<void> {
    this.scope.assertOutside('exec');
    while (this.lastTransaction) await this.lastTransaction;
    await this.run(this.requireEngine(), sql, [], { prepare: false });
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    this.scope.assertOutside('transaction');
    while (this.lastTransaction) await this.lastTransaction;
    const transaction = this.inTransaction(work);
    const ended = transaction.then(
      () => undefined,
      () => undefined,
    );
    this.lastTransaction = ended;
    void ended.then(() => {
      if (this.lastTransaction === ended) this.lastTransaction = undefined;
    });
    return transaction;
  }

  /** Every statement on the same run of the engine: a restart loses the transaction. */
  private async inTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    const engine = this.requireEngine();
    await this.run(engine, 'BEGIN', [], { prepare: false });
    try {
      const result = await this.scope.enter(() =>
        work({ query: (text, values, options) => this.run(engine, text, values, options) }),
      );
      await this.run(engine, 'COMMIT', [], { prepare: false });
      return result;
    } catch (error) {
      if (!engine.isStopped) await this.run(engine, 'ROLLBACK', [], { prepare: false });
      throw error;
    }
  }

  private async run<Row>(
    engine: EmbeddedEngine,
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]> {
    if (engine.isStopped) throw this.stopError ?? restartedError();
    try {
      return await inSpan(
        () => describeStatement(text),
        () => engine.query<Row>(toQueryConfig(text, values, options?.prepare)),
      );
    } catch (error) {
      // After a fatal error or a full disk the engine does not recover by itself.
      if (isDiskFull(error) || isFatal(error)) engine.stop(error as Error);
      throw engine.isStopped ? (this.stopError ?? restartedError()) : toStorageError(error, this.place);
    }
  }

  private requireEngine(): EmbeddedEngine {
    if (this.stopError) throw this.stopError;
    if (!this.currentEngine || this.isClosed) throw new StorageError('The embedded database is closed.');
    return this.currentEngine;
  }

  session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this);
  }

  listen(
    channel: string,
    handler: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>> {
    return this.listeners.add(channel, { onNotification: handler, onResume });
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('SELECT pg_notify($1, $2)', [channel, payload]);
  }

  /** Nothing to do: the lock of the folder already tells. */
  async serve(): Promise<void> {}

  async check(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    while (this.lastTransaction) await this.lastTransaction;
    this.isClosed = true;
    clearTimeout(this.restartTimer);
    await this.currentEngine?.close();
    this.unlock();
  }

  /** Restarts an engine that stopped; until then every statement fails at once. */
  private recover(stopped: EmbeddedEngine, error: Error): void {
    if (this.isClosed) return;
    this.currentEngine = stopped;
    this.stopError = this.toStopError(error);
    this.scheduleRestart(stopped, MIN_RESTART_DELAY_MS);
  }

  private scheduleRestart(stopped: EmbeddedEngine, wait: number): void {
    this.restartTimer = setTimeout(() => {
      this.restart(stopped).catch((error: unknown) => {
        this.stopError = this.toStopError(error);
        this.scheduleRestart(stopped, Math.min(wait * 2, MAX_RESTART_DELAY_MS));
      });
    }, wait);
  }

  private async restart(stopped: EmbeddedEngine): Promise<void> {
    await stopped.waitForExit();
    if (isDiskFull(this.stopError?.cause)) await assertDiskSpace(this.folder);
    if (this.isClosed) return;
    await this.open();
    if (this.isClosed) await this.currentEngine?.close();
    else await this.listeners.resume();
  }

  private toStopError(error: unknown): StorageError {
    const storageError = toStorageError(error, this.place);
    if (storageError instanceof StorageError) return storageError;
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

function restartedError(): StorageError {
  return new StorageError('The embedded database was started again in the meantime: try once more.', {
    retryable: true,
  });
}
