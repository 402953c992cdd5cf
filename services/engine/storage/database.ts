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

/** Options of a statement that is planned for its very values, or runs only once. */
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
   * @param onResume called once the channel is listened to again after a lost connection: notifications in between were
   * missed, so the caller has to read the current state. Handlers are called in the order of their registration.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>>;
  /** At most 7999 bytes of payload. */
  notify(channel: string, payload: string): Promise<void>;
  /**
   * Marks this process as serving from the database until it is closed: a restore is refused meanwhile.
   * @throws StorageError while the database is being restored
   */
  serve(): Promise<void>;
  /** Answers reads that may be some seconds old; undefined where the settings name no replica. */
  readonly replica?: ReadReplica;
  /** Connections of this process's pool; undefined on the embedded engine, which has one. */
  connections?(): { inUse: number; idle: number; waiting: number };
  /** Resolves when the database answers. @throws StorageError one line that says why it does not */
  check(): Promise<void>;
  /** Everything acknowledged is durable; releases locks, connections and threads. */
  close(): Promise<void>;
}

/** The database that answers a read. */
export interface ReadTarget {
  db: Database;
  /** The moment that a replica's data is of; undefined for the primary. */
  asOf?: Date;
}

/** Chooses between primary and replica for reads that may be some seconds old. */
export interface ReadReplica {
  /** @param person whose own writes the answer must include; undefined for a read on nobody's behalf */
  chooseDatabase(person?: string): Promise<ReadTarget>;
  /** Records the position of the person's last write, which later reads must have. */
  recordWrite(person: string): Promise<void>;
  status(): ReplicaStatus;
}

export interface ReplicaStatus {
  /** `behind`: by more than 30 s. `away`: it does not answer, or is no replica. Meanwhile the primary is read. */
  state: 'used' | 'behind' | 'away';
  /** How old its data is; undefined where that is not known. */
  lagSeconds?: number;
}

/** An error of the storage for people: one line that says what is wrong and what to do. */
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

/** An edit of the schemas conflicts with stored rows; no table was changed. */
export class SchemaChangeRefusedError extends StorageError {
  override name = 'SchemaChangeRefusedError';
}
