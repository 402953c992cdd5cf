import type { Database, Queryable, ReadReplica, ReadTarget, ReplicaStatus } from './database.ts';
import { StorageError } from './database.ts';
import { READ_ONLY_CODE } from './errors.ts';
import { ReplicaPositions, type ReplicaAssessment } from './replicaPositions.ts';
import { readIdentity } from './serverConnection.ts';

/** Interval at which the WAL positions of primary and replica are read. */
const POSITIONS_INTERVAL_MS = 1_000;
/** A replica that does not respond within this time counts as away. */
const REPLICA_TIMEOUT_MS = 2_000;

/** Ends an expression that converts a WAL position to a number. */
const AS_NUMBER = `- '0/0'::pg_lsn)::text`;
const PRIMARY_POSITION = `SELECT (pg_current_wal_flush_lsn() ${AS_NUMBER} AS position, clock_timestamp() AS at`;
const REPLICA_POSITION = `SELECT pg_is_in_recovery() AS follows, (pg_last_wal_replay_lsn() ${AS_NUMBER} AS position`;

/**
 * Records the WAL position of a person's last write in an unlogged table. A crash or failover empties the table: the row
 * of `NO_PERSON` marks since when it is complete, and stands for everybody's writes before. Positions beyond the current
 * one come from another server, of which the database is a copy.
 */
const RECORD_WRITE = `INSERT INTO write_position AS known (person, position) VALUES ($1, pg_current_wal_insert_lsn())
  ON CONFLICT (person) DO UPDATE SET position = CASE WHEN known.position > pg_current_wal_insert_lsn()
    THEN excluded.position ELSE greatest(known.position, excluded.position) END`;
const LAST_WRITE = `SELECT (max(position) ${AS_NUMBER} AS position, bool_or(person = '') AS complete FROM write_position
  WHERE person IN ($1, '') AND position <= pg_current_wal_insert_lsn()`;
const NO_PERSON = '';

/** Errors of the statement, not repeated on the primary: it takes too long, is not permitted, or writes. */
const STATEMENT_ERROR_CODES = new Set(['57014', '42501', READ_ONLY_CODE]);
/** The replica cannot read an unlogged table; derived tables become logged by `makeDerivedTablesLogged`. */
const UNLOGGED_TABLE_CODE = '0A000';
/** The replica cancelled the statement because it conflicts with replaying the WAL. */
const RECOVERY_CONFLICT_CODE = '40001';

/** A streaming replica beside its primary. The only place that decides which of the two is read. */
export class Replica implements ReadReplica {
  private readonly positions = new ReplicaPositions();
  private readonly replicaWithFallback: Database;
  /** People whose last write is not recorded yet. */
  private readonly unrecordedWriters = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isUpdating = false;
  /** The query for the replica's position that has not been answered yet. */
  private positionQuery: Promise<string | null> | undefined;
  /** The replica was checked to belong to this primary. */
  private isVerified = false;

  constructor(
    private readonly primary: Database,
    private readonly replica: Database,
  ) {
    this.replicaWithFallback = withFallback(replica, primary, () => this.positions.setReplica(undefined));
  }

  /**
   * Starts to follow the positions of both servers. A replica that does not respond is no error.
   * @throws StorageError when the address leads to something other than a replica of the database
   */
  async start(): Promise<void> {
    await this.updatePositions().catch((error: unknown) => {
      if (error instanceof NotReplicaError) throw error;
    });
    this.timer = setInterval(() => {
      if (this.isUpdating) return;
      this.isUpdating = true;
      void this.updatePositions()
        .catch(() => undefined)
        .finally(() => (this.isUpdating = false));
    }, POSITIONS_INTERVAL_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.replica.close();
  }

  status(): ReplicaStatus {
    const { state, lagSeconds } = this.assess();
    return { state, ...(lagSeconds !== undefined && { lagSeconds }) };
  }

  async chooseDatabase(person?: string): Promise<ReadTarget> {
    if (this.assess().state !== 'used') return { db: this.primary };
    if (person !== undefined) {
      const position = await this.readLastWrite(person);
      if (!this.positions.covers(position)) await this.updateReplicaPosition().catch(() => undefined);
      if (!this.positions.covers(position)) return { db: this.primary };
    }
    const { state, asOf } = this.assess();
    if (state !== 'used' || asOf === undefined) return { db: this.primary };
    return { db: this.replicaWithFallback, asOf: new Date(asOf) };
  }

  async recordWrite(person: string): Promise<void> {
    this.unrecordedWriters.add(person);
    await this.primary.query(RECORD_WRITE, [person]);
    this.unrecordedWriters.delete(person);
  }

  private assess(): ReplicaAssessment {
    return this.positions.assess(performance.now());
  }

  private async readLastWrite(person: string): Promise<bigint> {
    if (this.unrecordedWriters.has(person)) await this.recordWrite(person);
    const read = async () => {
      const [row] = await this.primary.query<{ position: string | null; complete: boolean | null }>(
        LAST_WRITE,
        [person],
      );
      return row;
    };
    let last = await read();
    if (!last?.complete) {
      await this.primary.query(RECORD_WRITE, [NO_PERSON]);
      last = await read();
    }
    return BigInt(last?.position ?? 0);
  }

  private async updatePositions(): Promise<void> {
    const replica = await this.updateReplicaPosition();
    const readAt = performance.now();
    const [primary] = await this.primary.query<{ position: string; at: Date }>(PRIMARY_POSITION);
    if (primary)
      this.positions.addPrimary(
        { position: BigInt(primary.position), at: primary.at.getTime(), readAt },
        replica,
      );
  }

  /** @returns the position that the replica has replayed */
  private async updateReplicaPosition(): Promise<bigint | undefined> {
    let position: bigint | undefined;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageError('The replica does not answer.')), REPLICA_TIMEOUT_MS);
    });
    try {
      this.positionQuery ??= this.readReplicaPosition().finally(() => (this.positionQuery = undefined));
      const text = await Promise.race([this.positionQuery, timeout]);
      position = text === null ? undefined : BigInt(text);
    } finally {
      clearTimeout(timer);
      this.positions.setReplica(position);
    }
    return position;
  }

  /** @returns null for a server that is no longer a replica */
  private async readReplicaPosition(): Promise<string | null> {
    if (!this.isVerified) await this.assertReplica();
    const [row] = await this.replica.query<{ follows: boolean; position: string | null }>(REPLICA_POSITION);
    return row?.follows ? row.position : null;
  }

  private async assertReplica(): Promise<void> {
    const [own, theirs] = [await readIdentity(this.primary), await readIdentity(this.replica)];
    if (own !== theirs)
      throw new NotReplicaError(
        'DATABASE_READ_URL leads to something that is no streaming replica of DATABASE_URL: name a replica of the same database, or nothing.',
      );
    this.isVerified = true;
  }
}

class NotReplicaError extends StorageError {}

/** The replica; queries that it cannot answer go to the primary. @param onAway called when it did not respond at all */
function withFallback(replica: Database, primary: Database, onAway: () => void): Database {
  const query: Queryable['query'] = async <Row>(...call: Parameters<Queryable['query']>): Promise<Row[]> => {
    try {
      return await replica.query<Row>(...call);
    } catch (error) {
      const code = codeOf(error);
      if (
        code !== UNLOGGED_TABLE_CODE &&
        !(error instanceof StorageError && !STATEMENT_ERROR_CODES.has(code))
      )
        throw error;
      if (code !== UNLOGGED_TABLE_CODE && code !== RECOVERY_CONFLICT_CODE) onAway();
      return primary.query<Row>(...call);
    }
  };
  return {
    engine: 'server',
    query,
    exec: (sql) => replica.exec(sql),
    transaction: (work) => replica.transaction(work),
    session: (work, options) => replica.session(work, options),
    listen: (...call) => primary.listen(...call),
    notify: (...call) => primary.notify(...call),
    serve: () => primary.serve(),
    check: () => replica.check(),
    close: () => Promise.resolve(),
  };
}

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const found = code ?? cause?.code;
  return typeof found === 'string' ? found : '';
}
