import type { Database, Queryable } from '../storage/database.ts';
import type { PoolKeys } from './keys.ts';

export interface ThrottleLimits {
  /** Wrong answers that cost nothing: for one name from one address, for one name, from one address. */
  freeFailures: { pair: number; name: number; address: number };
  /** Wrong codes for one name, which others may send too, that cost nothing; a code has a million values. */
  freeCodes: number;
  /** The first lock; each further failure doubles it. */
  firstLockMs: number;
  longestLockMs: number;
  /** Failures are forgotten after this long without one. */
  forgetMs: number;
  /** How long an address counts as known after a successful sign-in. */
  knownAddressMs: number;
}

export const DEFAULT_THROTTLE: ThrottleLimits = {
  freeFailures: { pair: 5, name: 10, address: 30 },
  freeCodes: 100,
  firstLockMs: 1000,
  longestLockMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
  knownAddressMs: 30 * 24 * 3600_000,
};

/** How far the clocks of two processes may differ. What lies further ahead comes from a clock that was wrong: void. */
const CLOCK_SKEW_MS = 60_000;

/** Undoes what an attempt was charged, once it turned out right. */
type Settle = () => Promise<void>;

/** Rolls a charge back when one of its counters is locked. */
class Locked extends Error {}

/**
 * Slows guessing down. Each attempt is charged as a failure before the answer is looked at, so that attempts in
 * parallel cannot slip past, and the charge is taken back when the answer is right. Names that nobody has are
 * counted just the same. An address from which the name has signed in before answers only for its own failures:
 * others cannot lock it out.
 */
export class Throttle {
  constructor(
    private readonly db: Database,
    private readonly keys: PoolKeys,
    private readonly now: () => Date,
    private readonly limits: ThrottleLimits,
  ) {}

  /** Whether an attempt would be refused now; charges nothing. */
  async isLocked(kind: string, name: string, address: string): Promise<boolean> {
    const counters = (await this.counters(kind, name, address)).map((counter) => counter.key);
    const locked = await this.db.query(
      `SELECT 1 FROM user_pool_attempts
       WHERE key = ANY($1::text[]) AND locked_until > $2::timestamptz AND updated_at <= $3::timestamptz LIMIT 1`,
      [counters, this.now(), this.latest()],
    );
    return locked.length > 0;
  }

  /**
   * Charges an attempt. Undefined: locked, the answer must not be looked at.
   * @param own only this address's failures with the name count, as if it had signed in from there
   */
  async charge(kind: string, name: string, address: string, own = false): Promise<Settle | undefined> {
    const counters = await this.counters(kind, name, address, own);
    try {
      await this.db.transaction(async (tx) => {
        for (const { key, free } of counters) await this.chargeOne(tx, key, free);
      });
    } catch (error) {
      if (error instanceof Locked) return undefined;
      throw error;
    }
    return async () => {
      const own = this.pairKey(kind, name, address);
      const shared = counters.map((counter) => counter.key).filter((key) => key !== own);
      await this.db.query('DELETE FROM user_pool_attempts WHERE key = $1', [own]);
      await this.db.query(
        `UPDATE user_pool_attempts SET failures = greatest(failures - 1, 0), locked_until = 'epoch' WHERE key = ANY($1::text[])`,
        [shared],
      );
    };
  }

  /** Remembers that these names have signed in from the address. */
  async remember(names: string[], address: string): Promise<void> {
    for (const name of names)
      await this.db.query(
        `INSERT INTO user_pool_known_addresses (key, succeeded_at) VALUES ($1, $2::timestamptz)
         ON CONFLICT (key) DO UPDATE SET succeeded_at = excluded.succeeded_at`,
        [this.knownKey(name, address), this.now()],
      );
  }

  /** Forgets what was charged to these names from one address. */
  async forgive(kind: string, names: string[], address: string): Promise<void> {
    const keys = names.map((name) => this.pairKey(kind, name, address));
    await this.db.query('DELETE FROM user_pool_attempts WHERE key = ANY($1::text[])', [keys]);
  }

  /** Counts a call within a fixed window. False: `max` calls have been made already. */
  async countCall(key: string, max: number, windowMs: number): Promise<boolean> {
    const now = this.now();
    const over = '(c.ends_at <= $2::timestamptz OR c.started_at > $4::timestamptz)';
    const rows = await this.db.query<{ calls: number }>(
      `INSERT INTO user_pool_calls AS c (key, calls, started_at, ends_at) VALUES ($1, 1, $2::timestamptz, $3::timestamptz)
       ON CONFLICT (key) DO UPDATE SET
         calls = CASE WHEN ${over} THEN 1 ELSE c.calls + 1 END,
         started_at = CASE WHEN ${over} THEN excluded.started_at ELSE c.started_at END,
         ends_at = CASE WHEN ${over} THEN excluded.ends_at ELSE c.ends_at END
       RETURNING calls`,
      [
        this.keys.digest('calls', key).toString('base64url'),
        now,
        new Date(now.getTime() + windowMs),
        this.latest(),
      ],
    );
    return (rows[0]?.calls ?? 0) <= max;
  }

  private async chargeOne(tx: Queryable, key: string, free: number): Promise<void> {
    const now = this.now();
    const { firstLockMs, longestLockMs, forgetMs } = this.limits;
    const forgotten = '(a.updated_at <= $3::timestamptz OR a.updated_at > $7::timestamptz)';
    const charged = await tx.query(
      `INSERT INTO user_pool_attempts AS a (key, failures, locked_until, updated_at)
       VALUES ($1, 1, 'epoch', $2::timestamptz)
       ON CONFLICT (key) DO UPDATE SET
         failures = CASE WHEN ${forgotten} THEN 1 ELSE a.failures + 1 END,
         locked_until = CASE
           WHEN ${forgotten} OR a.failures + 1 < $4::int THEN 'epoch'
           ELSE $2::timestamptz
             + least($6::float8, $5::float8 * power(2, least(a.failures + 1 - $4::int, 30))) * interval '1 millisecond'
         END,
         updated_at = $2::timestamptz
       WHERE a.locked_until <= $2::timestamptz OR a.updated_at > $7::timestamptz
       RETURNING a.key`,
      [key, now, new Date(now.getTime() - forgetMs), free, firstLockMs, longestLockMs, this.latest()],
    );
    if (charged.length === 0) throw new Locked();
  }

  /** In one order for all, so that transactions never wait for each other in a circle. */
  private async counters(
    kind: string,
    name: string,
    address: string,
    exempt = false,
  ): Promise<{ key: string; free: number }[]> {
    const { pair, name: ofName, address: ofAddress } = this.limits.freeFailures;
    const own = { key: this.pairKey(kind, name, address), free: pair };
    const known = await this.isKnown(name, address);
    if (known || exempt) return [own];
    const shared = [
      { key: this.key(`${kind}:name`, name), free: kind === 'code' ? this.limits.freeCodes : ofName },
      { key: this.key(`${kind}:address`, address), free: ofAddress },
    ];
    return [own, ...shared].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Whether the name has signed in from the address lately. */
  async isKnown(name: string, address: string): Promise<boolean> {
    const since = new Date(this.now().getTime() - this.limits.knownAddressMs);
    const rows = await this.db.query(
      'SELECT 1 FROM user_pool_known_addresses WHERE key = $1 AND succeeded_at > $2::timestamptz',
      [this.knownKey(name, address), since],
    );
    return rows.length > 0;
  }

  private latest(): Date {
    return new Date(this.now().getTime() + CLOCK_SKEW_MS);
  }

  private pairKey(kind: string, name: string, address: string): string {
    return this.key(`${kind}:pair`, `${name}\0${address}`);
  }

  private knownKey(name: string, address: string): string {
    return this.key('known', `${name}\0${address}`);
  }

  /** Hashed, for people type passwords into the name field. */
  private key(purpose: string, text: string): string {
    return this.keys.digest(purpose, text).toString('base64url');
  }
}
