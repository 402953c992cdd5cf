/**
 * The one interface between the services and a PostgreSQL engine, embedded or not. Both engines speak the same
 * dialect; nothing above this file knows which one runs.
 */
export interface Queryable {
  /**
   * Runs one statement with `$1`… parameters and gives its rows. jsonb arrives parsed, timestamptz as `Date`,
   * bigint and numeric as string. A prepared statement is kept per text where the engine can.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queryable {
  readonly engine: 'embedded' | 'server';
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Several statements without parameters, for DDL. */
  exec(sql: string): Promise<void>;
  /** Calls `handler` for each NOTIFY on the channel, from any process on the same database. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Everything acknowledged is durable; releases locks, connections and threads. */
  close(): Promise<void>;
}

/** A storage fault told for people: one line that says what is wrong and what to do. */
export class StorageError extends Error {
  override name = 'StorageError';
}
