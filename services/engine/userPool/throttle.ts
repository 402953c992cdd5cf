import type { Database, Queryable } from '../storage/database.ts';
import type { PoolKeys } from './keys.ts';

export interface ThrottleLimits {
  /** Failures before the first lock: for one name from one address, for one name, from one address. */
  freeFailures: { pair: number; name: number; address: number };
  /** Wrong codes for one name before the first lock; others may send them too, and a code has a million values. */
  freeCodes: number;
  /** Duration of the first lock; each further failure doubles it. */
  firstLockMs: number;
  longestLockMs: number;
  /** Time without a failure after which the counter starts again. */
  failureTtlMs: number;
  /** How long an address counts as known after a successful sign-in. */
  knownAddressMs: number;
}

export const DEFAULT_THROTTLE: ThrottleLimits = {
  freeFailures: { pair: 5, name: 10, address: 30 },
  freeCodes: 100,
  firstLockMs: 1000,
  longestLockMs: 15 * 60_000,
  failureTtlMs: 60 * 60_000,
  knownAddressMs: 30 * 24 * 3600_000,
};

/** How far the clocks of two processes may differ. Rows with a later time come from a wrong clock and are ignored. */
const CLOCK_SKEW_MS = 60_000;

/** Takes a charge back, once the attempt has turned out right. */
type Refund = () => Promise<void>;

/** Rolls a charge back when one of its counters is locked. */
class LockedError extends Error {}

/**
 * Slows guessing down. Each attempt is charged as a failure before it is checked, so that parallel attempts cannot
 * bypass the limit, and the charge is taken back when it was right. Unknown names are counted like known ones. For an
 * address from which the name has signed in before, only its own failures count: others cannot lock it out.
 */
export class Throttle {
  constructor(
    private readonly db: Database,
    private readonly keys: PoolKeys,
    private readonly now: () => Date,
    private readonly limits: ThrottleLimits,
  ) {}

  /** Whether an attempt would be rejected now; charges nothing. */
  async isLocked(kind: string, name: string, address: string): Promise<boolean> {
    const counters = (await this.countersFor(kind, name, address)).map((counter) => counter.key);
    const locked = await this.db.query(
      `SELECT 1 FROM user_pool_attempts
       WHERE key = ANY($1::text[]) AND locked_until > $2::timestamptz AND updated_at <= $3::timestamptz LIMIT 1`,
      [counters, this.now(), this.latestPlausibleTime()],
    );
    return locked.length > 0;
  }

  /**
   * Charges an attempt.
   * @param ownFailuresOnly count only this address's failures with the name, as if the name had signed in from there
   * @returns how to take the charge back; undefined while locked, when the attempt must not be checked
   */
  async charge(
    kind: string,
    name: string,
    address: string,
    ownFailuresOnly = false,
  ): Promise<Refund | undefined> {
    const counters = await this.countersFor(kind, name, address, ownFailuresOnly);
    try {
      await this.db.transaction(async (tx) => {
        for (const { key, free } of counters) await this.chargeCounter(tx, key, free);
      });
    } catch (error) {
      if (error instanceof LockedError) return undefined;
      throw error;
    }
    return async () => {
      const pairKey = this.pairKey(kind, name, address);
      const shared = counters.map((counter) => counter.key).filter((key) => key !== pairKey);
      await this.db.query('DELETE FROM user_pool_attempts WHERE key = $1', [pairKey]);
      await this.db.query(
        `UPDATE user_pool_attempts SET failures = greatest(failures - 1, 0), locked_until = 'epoch' WHERE key = ANY($1::text[])`,
        [shared],
      );
    };
  }

  /** Records that these names have signed in from the address. */
  async addKnownAddress(names: string[], address: string): Promise<void> {
    for (const name of names)
      await this.db.query(
        `INSERT INTO user_pool_known_addresses (key, succeeded_at) VALUES ($1, $2::timestamptz)
         ON CONFLICT (key) DO UPDATE SET succeeded_at = excluded.succeeded_at`,
        [this.knownKey(name, address), this.now()],
      );
  }

  /** Deletes the failures that were charged to these names from one address. */
  async clearFailures(kind: string, names: string[], address: string): Promise<void> {
    const keys = names.map((name) => this.pairKey(kind, name, address));
    await this.db.query('DELETE FROM user_pool_attempts WHERE key = ANY($1::text[])', [keys]);
  }

  /** Counts a call within a fixed window. @returns false beyond `max` calls */
  async countCall(key: string, max: number, windowMs: number): Promise<boolean> {
    const now = this.now();
    const isOver = '(c.ends_at <= $2::timestamptz OR c.started_at > $4::timestamptz)';
    const rows = await this.db.query<{ calls: number }>(
      `INSERT INTO user_pool_calls AS c (key, calls, started_at, ends_at) VALUES ($1, 1, $2::timestamptz, $3::timestamptz)
       ON CONFLICT (key) DO UPDATE SET
         calls = CASE WHEN ${isOver} THEN 1 ELSE c.calls + 1 END,
         started_at = CASE WHEN ${isOver} THEN excluded.started_at ELSE c.started_at END,
         ends_at = CASE WHEN ${isOver} THEN excluded.ends_at ELSE c.ends_at END
       RETURNING calls`,
      [
        this.keys.digest('calls', key).toString('base64url'),
        now,
        new Date(now.getTime() + windowMs),
        this.latestPlausibleTime(),
      ],
    );
    return (rows[0]?.calls ?? 0) <= max;
  }

  private async chargeCounter(tx: Queryable, key: string, free: number): Promise<void> {
    const now = this.now();
    const { firstLockMs, longestLockMs, failureTtlMs } = this.limits;
    const isForgotten = '(a.updated_at <= $3::timestamptz OR a.updated_at > $7::timestamptz)';
    const charged = await tx.query(
      `INSERT INTO user_pool_attempts AS a (key, failures, locked_until, updated_at)
       VALUES ($1, 1, 'epoch', $2::timestamptz)
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN ${isForgotten} THEN 1 ELSE a.failures + 1 END,
         locked_until = CASE
           WHEN ${isForgotten} OR a.failures + 1 < $4::int THEN 'epoch'
           ELSE $2::timestamptz
             + least($6::float8, $5::float8 * power(2, least(a.failures + 1 - $4::int, 30))) * interval '1 millisecond'
         END,
         updated_at = $2::timestamptz
       WHERE a.locked_until <= $2::timestamptz OR a.updated_at > $7::timestamptz
       RETURNING a.key`,
      [
        key,
        now,
        new Date(now.getTime() - failureTtlMs),
        free,
        firstLockMs,
        longestLockMs,
        this.latestPlausibleTime(),
      ],
    );
    if (charged.length === 0) throw new LockedError();
  }

  /** Sorted by key, so that transactions cannot deadlock. */
  private async countersFor(
    kind: string,
    name: string,
    address: string,
    ownFailuresOnly = false,
  ): Promise<{ key: string; free: number }[]> {
    const { pair, name: maxPerName, address: maxPerAddress } = this.limits.freeFailures;
    const ownCounter = { key: this.pairKey(kind, name, address), free: pair };
    const known = await this.isKnownAddress(name, address);
    if (known || ownFailuresOnly) return [ownCounter];
    const shared = [
      { key: this.hashKey(`${kind}:name`, name), free: kind === 'code' ? this.limits.freeCodes : maxPerName },
      { key: this.hashKey(`${kind}:address`, address), free: maxPerAddress },
    ];
    return [ownCounter, ...shared].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Whether the name has signed in from the address within `knownAddressMs`. */
  async isKnownAddress(name: string, address: string): Promise<boolean> {
    const since = new Date(this.now().getTime() - this.limits.knownAddressMs);
    const rows = await this.db.query(
      'SELECT 1 FROM user_pool_known_addresses WHERE key = $1 AND succeeded_at > $2::timestamptz',
      [this.knownKey(name, address), since],
    );
    return rows.length > 0;
  }

  private latestPlausibleTime(): Date {
    return new Date(this.now().getTime() + CLOCK_SKEW_MS);
  }

  private pairKey(kind: string, name: string, address: string): string {
    return this.hashKey(`${kind}:pair`, `${name}\0${address}`);
  }

  private knownKey(name: string, address: string): string {
    return this.hashKey('known', `${name}\0${address}`);
  }

  /** Hashed, since people type passwords into the name field. */
  private hashKey(purpose: string, text: string): string {
    return this.keys.digest(purpose, text).toString('base64url');
  }
}
