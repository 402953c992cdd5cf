import type { Database, Queryable, ReadReplica, Reading, ReplicaStatus } from './database.ts';
import { StorageError } from './database.ts';
import { READ_ONLY } from './errors.ts';
import { ReplicaPositions, type Judgement } from './replicaPositions.ts';
import { identityOf } from './serverConnection.ts';

/** Milliseconds between two looks at where both are. */
const LOOK_MS = 1_000;
/** Milliseconds after which a replica that says nothing is away: nobody is to wait for its answer. */
const PATIENCE_MS = 2_000;

/** A position of the log as a number. */
const NUMBER = `- '0/0'::pg_lsn)::text`;
const PRIMARY = `SELECT (pg_current_wal_flush_lsn() ${NUMBER} AS position, clock_timestamp() AS at`;
const REPLICA = `SELECT pg_is_in_recovery() AS follows, (pg_last_wal_replay_lsn() ${NUMBER} AS position`;

/**
 * What people wrote is noted in a table without a log, beside which a row without a person says since when: a crash or
 * another server that takes over leaves it empty, and then everybody waits for what was written until then. Positions that
 * the log has not come to are of another server, from which the database was copied.
 */
const WROTE = `INSERT INTO write_position AS known (person, position) VALUES ($1, pg_current_wal_insert_lsn())
  ON CONFLICT (person) DO UPDATE SET position = CASE WHEN known.position > pg_current_wal_insert_lsn()
    THEN excluded.position ELSE greatest(known.position, excluded.position) END`;
const LAST_WRITE = `SELECT (max(position) ${NUMBER} AS position, bool_or(person = '') AS whole FROM write_position
  WHERE person IN ($1, '') AND position <= pg_current_wal_insert_lsn()`;
const SINCE_NOW = '';

/** Faults that the primary would have too, or is not to have: the statement takes too long, may not be asked, or writes. */
const OF_THE_STATEMENT = new Set(['57014', '42501', READ_ONLY]);
/** The replica has no rows of tables without a log; they are given one (`shareDerived`). */
const NO_LOG = '0A000';
/** A statement was in the way of what the replica has to take over. */
const CONFLICT = '40001';

/** A streaming replica beside its primary: which of the two is read is decided here and nowhere else. */
export class Replica implements ReadReplica {
  private readonly positions = new ReplicaPositions();
  private readonly reading: Database;
  /** People whose last write could not be noted. */
  private readonly unnoted = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  /** What the replica was asked last and has not answered. */
  private asking: Promise<string | null> | undefined;
  /** The replica is one of this primary. */
  private isKnown = false;

  constructor(
    private readonly primary: Database,
    private readonly replica: Database,
  ) {
    this.reading = fallingBack(replica, primary, () => this.positions.noteReplica(undefined));
  }

  /**
   * Looks for the first time and from then on; a replica that does not answer is waited for meanwhile.
   * @throws StorageError where the address leads to something that is no replica of the database
   */
  async begin(): Promise<void> {
    await this.look().catch((error: unknown) => {
      if (error instanceof NoReplica) throw error;
    });
    this.timer = setInterval(() => {
      if (this.isLooking) return;
      this.isLooking = true;
      void this.look()
        .catch(() => undefined)
        .finally(() => (this.isLooking = false));
    }, LOOK_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.replica.close();
  }

  status(): ReplicaStatus {
    const { state, lagSeconds } = this.judge();
    return { state, ...(lagSeconds !== undefined && { lagSeconds }) };
  }

  async choose(person?: string): Promise<Reading> {
    if (this.judge().state !== 'used') return { db: this.primary };
    if (person !== undefined) {
      const position = await this.lastWrite(person);
      if (!this.positions.covers(position)) await this.askReplica().catch(() => undefined);
      if (!this.positions.covers(position)) return { db: this.primary };
    }
    const { state, asOf } = this.judge();
    if (state !== 'used' || asOf === undefined) return { db: this.primary };
    return { db: this.reading, asOf: new Date(asOf) };
  }

  async wrote(person: string): Promise<void> {
    this.unnoted.add(person);
    await this.primary.query(WROTE, [person]);
    this.unnoted.delete(person);
  }

  private judge(): Judgement {
    return this.positions.judge(performance.now());
  }

  private async lastWrite(person: string): Promise<bigint> {
    if (this.unnoted.has(person)) await this.wrote(person);
    const ask = async () => {
      const [row] = await this.primary.query<{ position: string | null; whole: boolean | null }>(LAST_WRITE, [
        person,
      ]);
      return row;
    };
    let last = await ask();
    if (!last?.whole) {
      await this.primary.query(WROTE, [SINCE_NOW]);
      last = await ask();
    }
    return BigInt(last?.position ?? 0);
  }

  private async look(): Promise<void> {
    const replica = await this.askReplica();
    const noted = performance.now();
    const [primary] = await this.primary.query<{ position: string; at: Date }>(PRIMARY);
    if (primary)
      this.positions.notePrimary(
        { position: BigInt(primary.position), at: primary.at.getTime(), noted },
        replica,
      );
  }

  /** @returns how far it has come */
  private async askReplica(): Promise<bigint | undefined> {
    let position: bigint | undefined;
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageError('The replica does not answer.')), PATIENCE_MS);
    });
    try {
      this.asking ??= this.readPosition().finally(() => (this.asking = undefined));
      const told = await Promise.race([this.asking, silent]);
      position = told === null ? undefined : BigInt(told);
    } finally {
      clearTimeout(timer);
      this.positions.noteReplica(position);
    }
    return position;
  }

  /** @returns null for one that follows nobody any more: it goes its own way */
  private async readPosition(): Promise<string | null> {
    if (!this.isKnown) await this.assertReplica();
    const [row] = await this.replica.query<{ follows: boolean; position: string | null }>(REPLICA);
    return row?.follows ? row.position : null;
  }

  private async assertReplica(): Promise<void> {
    const [own, theirs] = [await identityOf(this.primary), await identityOf(this.replica)];
    if (own !== theirs)
      throw new NoReplica(
        'DATABASE_READ_URL leads to something that is no streaming replica of DATABASE_URL: name a replica of the same database, or nothing.',
      );
    this.isKnown = true;
  }
}

class NoReplica extends StorageError {}

/** The replica, with the primary for what it cannot answer. @param onAway told when it did not answer at all */
function fallingBack(replica: Database, primary: Database, onAway: () => void): Database {
  const query: Queryable['query'] = async <Row>(...call: Parameters<Queryable['query']>): Promise<Row[]> => {
    try {
      return await replica.query<Row>(...call);
    } catch (error) {
      const code = codeOf(error);
      if (code !== NO_LOG && !(error instanceof StorageError && !OF_THE_STATEMENT.has(code))) throw error;
      if (code !== NO_LOG && code !== CONFLICT) onAway();
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
