/**
 * The one interface between the services and a PostgreSQL engine, embedded or not. Both engines speak the same
 * dialect over the same driver; nothing above this file knows which one runs.
 */
export interface Queryable {
  /**
   * Runs one statement with `$1`… parameters and gives its rows. jsonb arrives parsed, timestamptz as `Date`,
   * bigint and numeric as string. A prepared statement is kept per text, unless `prepare` is false: then the
   * statement is planned anew for its very values (contains-searches need that).
   */
  query<Row = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean },
  ): Promise<Row[]>;
}

export interface Session extends Queryable {
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside, use only `tx`:
   * the embedded engine has one connection, so a query on the database itself would wait for its own transaction.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Several statements without parameters, for DDL. */
  exec(sql: string): Promise<void>;
}

export interface Database extends Session {
  readonly engine: 'embedded' | 'server';
  /**
   * Runs `work` on one connection without a transaction around it, for what lives in a session (cursors that
   * outlast a transaction). On the embedded engine the statements of others come in between.
   */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Calls `handler` for each NOTIFY on the channel, from any process on the same database. */
  listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>>;
  /** At most 7999 bytes of payload. */
  notify(channel: string, payload: string): Promise<void>;
  /** Everything acknowledged is durable; releases locks, connections and threads. */
  close(): Promise<void>;
}

/** A storage fault told for people: one line that says what is wrong and what to do. */
export class StorageError extends Error {
  override name = 'StorageError';
}
