import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import { expiredCode, limitExceeded, PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import type { Throttle } from './throttle.ts';
import type { StoredUser } from './users.ts';

const CODE_TTL_MS = 3600_000;
/** Wrong codes from one address while the same code is pending. */
const MAX_ATTEMPTS_PER_ADDRESS = 5;
/** The requester of a code that an administrator requested; otherwise it is an address. */
export const REQUESTED_BY_ADMINISTRATOR = '';

/** A code that was right, consumed in the transaction of the change that it allows. */
export interface VerifiedCode {
  sub: string;
  codeHash: string;
}

/**
 * Codes for a new password: six digits, stored as a keyed hash by the name and the address of the requester. A request
 * from another address replaces nothing, and wrong codes count for the address that sent them: strangers can neither
 * void a code nor use up the attempts of the user who reads the mailbox. Unknown names get a code too, which is never
 * sent, so that all responses stay the same.
 */
export class CodeStore {
  constructor(
    private readonly db: Database,
    private readonly keys: PoolKeys,
    private readonly throttle: Throttle,
    private readonly now: () => Date,
  ) {}

  /**
   * Creates a code that is valid under each of the names. It replaces the requester's previous code. Undefined when the
   * user was disabled, or got another address or password, after `user` was read.
   */
  async create(
    names: string[],
    requester: string,
    user: Pick<StoredUser, 'sub' | 'epoch'> | undefined,
  ): Promise<string | undefined> {
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const ownerSql = user
      ? `SELECT sub FROM user_pool_users WHERE sub = $6::uuid AND epoch = $7::int AND enabled FOR SHARE`
      : `SELECT NULL::uuid AS sub WHERE $6::uuid IS NULL AND $7::int IS NULL`;
    const now = this.now();
    for (const name of names) {
      const inserted = await this.db.query(
        `INSERT INTO user_pool_codes (key, name_key, code_hash, created_at, expires_at, sub)
         SELECT $1, $2, $3, $4::timestamptz, $5::timestamptz, owner.sub FROM (${ownerSql}) AS owner
         ON CONFLICT (key) DO UPDATE SET sub = excluded.sub, code_hash = excluded.code_hash,
           created_at = excluded.created_at, expires_at = excluded.expires_at
         RETURNING key`,
        [
          this.keyOf(name, requester),
          this.nameKeyOf(name),
          this.hashCode(name, code),
          now,
          new Date(now.getTime() + CODE_TTL_MS),
          user?.sub ?? null,
          user?.epoch ?? null,
        ],
      );
      if (inserted.length === 0) return undefined;
    }
    return code;
  }

  /** Whether a code that this requester asked for is pending. */
  async hasPendingCode(name: string, requester: string): Promise<boolean> {
    const [newest] = await this.findPending(name, requester);
    return newest?.own === true;
  }

  /**
   * Checks a code against the pending ones: that of this address, and the newest from another one. Throws
   * CodeMismatchException, ExpiredCodeException (old, used or never requested) or, after five attempts from the address,
   * LimitExceededException.
   */
  async verify(name: string, code: string, address: string): Promise<VerifiedCode> {
    const pending = await this.findPending(name, address);
    const [preferred] = pending;
    if (!preferred) throw expiredCode();
    const attemptsKey = `code-tries\0${preferred.codeHash}\0${address}`;
    if (!(await this.throttle.countCall(attemptsKey, MAX_ATTEMPTS_PER_ADDRESS, CODE_TTL_MS)))
      throw limitExceeded();
    const givenHash = Buffer.from(this.hashCode(name, code));
    const candidates = preferred.own ? pending : [preferred];
    const match = candidates.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), givenHash));
    if (!match || match.sub === null)
      throw new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
    return { sub: match.sub, codeHash: match.codeHash };
  }

  /** Deletes the user's codes. @returns whether the given one was still pending */
  async consume(tx: Queryable, { sub, codeHash }: VerifiedCode): Promise<boolean> {
    const deleted = await tx.query<{ codeHash: string }>(
      'DELETE FROM user_pool_codes WHERE sub = $1::uuid RETURNING code_hash AS "codeHash"',
      [sub],
    );
    return deleted.some((pending) => pending.codeHash === codeHash);
  }

  /** Deletes the user's pending codes, for example when the password was set another way. */
  async discardAll(tx: Queryable, sub: string): Promise<void> {
    await tx.query('DELETE FROM user_pool_codes WHERE sub = $1::uuid', [sub]);
  }

  /** The requester's own code first, then the newest. A code from a clock that ran ahead is ignored. */
  private findPending(
    name: string,
    requester: string,
  ): Promise<{ own: boolean; codeHash: string; sub: string | null }[]> {
    const now = this.now();
    return this.db.query(
      `SELECT key = $2 AS own, code_hash AS "codeHash", sub FROM user_pool_codes
       WHERE name_key = $1 AND expires_at > $3::timestamptz AND expires_at <= $4::timestamptz
       ORDER BY key = $2 DESC, created_at DESC LIMIT 2`,
      [this.nameKeyOf(name), this.keyOf(name, requester), now, new Date(now.getTime() + 2 * CODE_TTL_MS)],
    );
  }

  private nameKeyOf(name: string): string {
    return this.keys.digest('code-name', name).toString('base64url');
  }

  private keyOf(name: string, requester: string): string {
    return this.keys.digest('code-asker', `${name}\0${requester}`).toString('base64url');
  }

  private hashCode(name: string, code: string): string {
    return this.keys.digest('code', `${name}\0${code}`).toString('base64url');
  }
}
