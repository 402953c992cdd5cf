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

/** Options of a statement that is planned anew for its very values, or runs once. */
export const UNPREPARED = { prepare: false };

export interface Session extends Queryable {
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside, use only `tx`:
   * a query on the database itself would not belong to the transaction (and would wait for it, for ever, on the
   * embedded engine's one connection), so it throws, on both engines.
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
   * @param options.longRunning for long work: statements have no time limit, and a server's connection is dropped
   * afterwards with everything that the work set or held in it
   */
  session<T>(work: (session: Session) => Promise<T>, options?: { longRunning?: boolean }): Promise<T>;
  /**
   * Calls `handler` for each NOTIFY on the channel, from any process on the same database.
   * @param onResume called when the channel is heard again after the connection was lost: what was announced in
   * between was not heard, so whatever it would have changed has to be looked up. Whoever began to listen first is
   * told first.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>>;
  /** At most 7999 bytes of payload. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Says to others that this process serves from the database, until it is closed: a restore is refused meanwhile.
   * @throws StorageError while the database is being restored
   */
  serve(): Promise<void>;
  /** Where reads go that may be some seconds old; undefined where the settings name no replica. */
  readonly replica?: ReadReplica;
  /** Connections of this process's pool; undefined on the embedded engine, which has one. */
  connections?(): { inUse: number; idle: number; waiting: number };
  /** Resolves when the database answers. @throws StorageError one line that says why it does not */
  check(): Promise<void>;
  /** Everything acknowledged is durable; releases locks, connections and threads. */
  close(): Promise<void>;
}

/** The database that a reading was sent to. */
export interface Reading {
  db: Database;
  /** What a replica answers is as of this moment; undefined where the database itself answers. */
  asOf?: Date;
}

/** Decides, for all that only reads and may be some seconds old, which database it goes to. */
export interface ReadReplica {
  /** @param person never sees less than what that person wrote; undefined where nobody in particular asks */
  choose(person?: string): Promise<Reading>;
  /** Notes that what the person wrote until now is stored. */
  wrote(person: string): Promise<void>;
  status(): ReplicaStatus;
}

export interface ReplicaStatus {
  /** `behind`: by more than 30 s. `away`: it does not answer, or is no replica. The database itself is read meanwhile. */
  state: 'used' | 'behind' | 'away';
  /** How old what it has is; undefined where that is not known. */
  lagSeconds?: number;
}

/** A storage fault told for people: one line that says what is wrong and what to do. */
export class StorageError extends Error {
  override name = 'StorageError';
  /** The transaction lost against another one and changed nothing: the same work may succeed at once. */
  readonly retryable: boolean;

  constructor(
    message: string,
    { retryable = false, ...options }: ErrorOptions & { retryable?: boolean } = {},
  ) {
    super(message, options);
    this.retryable = retryable;
  }
}

/** What is stored stands against an edit of the schemas; the tables are as they were. */
export class SchemaRefused extends StorageError {
  override name = 'SchemaRefused';
}
