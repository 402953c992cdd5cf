import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import { expiredCode, limitExceeded, PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import type { Throttle } from './throttle.ts';
import type { StoredUser } from './users.ts';

const LIFETIME_MS = 3600_000;
/** Wrong codes from one address while the same code is out. */
const MAX_TRIES = 5;
/** Who asked for a code when an administrator did. */
export const ADMINISTRATOR = '';

/** A code that was right, to be used up together with the change that it allows. */
export interface RightCode {
  sub: string;
  codeHash: string;
}

/**
 * Codes for a new password: six digits, kept as a keyed hash under the name and the address that they were asked for
 * and from. Whoever asks elsewhere replaces nothing, and wrong codes count where they come from: strangers can
 * neither void a code nor use up the tries of the person who has the mailbox. Names that nobody has get a code too,
 * which nobody learns, so that all answers stay the same.
 */
export class CodeStore {
  constructor(
    private readonly db: Database,
    private readonly keys: PoolKeys,
    private readonly throttle: Throttle,
    private readonly now: () => Date,
  ) {}

  /**
   * A new code, valid under each of the names; it replaces the one that was asked for from the same address.
   * Undefined when the user was disabled, moved to another address or given a password since they were read.
   */
  async create(
    names: string[],
    asker: string,
    user: Pick<StoredUser, 'sub' | 'epoch'> | undefined,
  ): Promise<string | undefined> {
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const owner = user
      ? `SELECT sub FROM user_pool_users WHERE sub = $6::uuid AND epoch = $7::int AND enabled FOR SHARE`
      : `SELECT NULL::uuid AS sub WHERE $6::uuid IS NULL AND $7::int IS NULL`;
    const now = this.now();
    for (const name of names) {
      const made = await this.db.query(
        `INSERT INTO user_pool_codes (key, name_key, code_hash, created_at, expires_at, sub)
         SELECT $1, $2, $3, $4::timestamptz, $5::timestamptz, owner.sub FROM (${owner}) AS owner
         ON CONFLICT (key) DO UPDATE SET sub = excluded.sub, code_hash = excluded.code_hash,
           created_at = excluded.created_at, expires_at = excluded.expires_at
         RETURNING key`,
        [
          this.keyOf(name, asker),
          this.nameKeyOf(name),
          this.hash(name, code),
          now,
          new Date(now.getTime() + LIFETIME_MS),
          user?.sub ?? null,
          user?.epoch ?? null,
        ],
      );
      if (made.length === 0) return undefined;
    }
    return code;
  }

  /** Whether a code that was asked for from this address is out. */
  async isOut(name: string, asker: string): Promise<boolean> {
    const [newest] = await this.out(name, asker);
    return newest?.own === true;
  }

  /**
   * Whose code it is: that of this address, or the newest from elsewhere. Throws CodeMismatchException,
   * ExpiredCodeException (old, used or never asked for) or, after five tries from the address, LimitExceededException.
   */
  async verify(name: string, code: string, address: string): Promise<RightCode> {
    const out = await this.out(name, address);
    const [first] = out;
    if (!first) throw expiredCode();
    const tries = `code-tries\0${first.codeHash}\0${address}`;
    if (!(await this.throttle.countCall(tries, MAX_TRIES, LIFETIME_MS))) throw limitExceeded();
    const given = Buffer.from(this.hash(name, code));
    const candidates = first.own ? out : [first];
    const right = candidates.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), given));
    if (!right || right.sub === null)
      throw new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
    return { sub: right.sub, codeHash: right.codeHash };
  }

  /** Forgets the user's codes. False when the one that is named was not out any more. */
  async use(tx: Queryable, { sub, codeHash }: RightCode): Promise<boolean> {
    const out = await tx.query<{ codeHash: string }>(
      'DELETE FROM user_pool_codes WHERE sub = $1::uuid RETURNING code_hash AS "codeHash"',
      [sub],
    );
    return out.some((one) => one.codeHash === codeHash);
  }

  /** Forgets codes that are out, when the password was set another way. */
  async discard(tx: Queryable, sub: string): Promise<void> {
    await tx.query('DELETE FROM user_pool_codes WHERE sub = $1::uuid', [sub]);
  }

  /** That of this address first, then the newest. A code from a clock that ran ahead is void. */
  private out(
    name: string,
    asker: string,
  ): Promise<{ own: boolean; codeHash: string; sub: string | null }[]> {
    const now = this.now();
    return this.db.query(
      `SELECT key = $2 AS own, code_hash AS "codeHash", sub FROM user_pool_codes
       WHERE name_key = $1 AND expires_at > $3::timestamptz AND expires_at <= $4::timestamptz
       ORDER BY key = $2 DESC, created_at DESC LIMIT 2`,
      [this.nameKeyOf(name), this.keyOf(name, asker), now, new Date(now.getTime() + 2 * LIFETIME_MS)],
    );
  }

  private nameKeyOf(name: string): string {
    return this.keys.digest('code-name', name).toString('base64url');
  }

  private keyOf(name: string, asker: string): string {
    return this.keys.digest('code-asker', `${name}\0${asker}`).toString('base64url');
  }

  private hash(name: string, code: string): string {
    return this.keys.digest('code', `${name}\0${code}`).toString('base64url');
  }
}
