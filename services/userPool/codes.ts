import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import { limitExceeded, PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';

const LIFETIME_MS = 3600_000;
const MAX_TRIES = 5;

/**
 * Codes for a new password: six digits, kept as a keyed hash under the name they were asked for. Names that nobody
 * has get a code too, which nobody learns, so that all answers stay the same.
 */
export class CodeStore {
  constructor(
    private readonly db: Database,
    private readonly keys: PoolKeys,
    private readonly now: () => Date,
  ) {}

  /** A new code, valid under each of the names; it replaces older ones. */
  async create(names: string[], sub: string | undefined): Promise<string> {
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    for (const name of names)
      await this.db.query(
        `INSERT INTO user_pool_codes (key, sub, code_hash, tries, expires_at)
         VALUES ($1, $2::uuid, $3, 0, $4::timestamptz)
         ON CONFLICT (key) DO UPDATE SET sub = excluded.sub, code_hash = excluded.code_hash, tries = 0,
           expires_at = excluded.expires_at`,
        [this.keyOf(name), sub ?? null, this.hash(name, code), new Date(this.now().getTime() + LIFETIME_MS)],
      );
    return code;
  }

  /**
   * The user whose code this is; the code is used up. Throws CodeMismatchException, ExpiredCodeException (old, used
   * or never asked for) or, after five tries, LimitExceededException.
   */
  async redeem(name: string, code: string): Promise<string> {
    const rows = await this.db.query<{
      sub: string | null;
      codeHash: string;
      tries: number;
      expiresAt: Date;
    }>(
      `UPDATE user_pool_codes SET tries = tries + 1 WHERE key = $1
       RETURNING sub, code_hash AS "codeHash", tries, expires_at AS "expiresAt"`,
      [this.keyOf(name)],
    );
    const row = rows[0];
    if (!row || row.expiresAt <= this.now())
      throw new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
    if (row.tries > MAX_TRIES) throw limitExceeded();
    const matches = timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(this.hash(name, code)));
    if (!matches || row.sub === null)
      throw new PoolError('CodeMismatchException', 'Invalid verification code provided, please try again.');
    const used = await this.db.query('DELETE FROM user_pool_codes WHERE sub = $1::uuid RETURNING key', [
      row.sub,
    ]);
    if (used.length === 0)
      throw new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
    return row.sub;
  }

  /** Forgets codes that are out, when the password was set another way. */
  async discard(sub: string, db: Queryable = this.db): Promise<void> {
    await db.query('DELETE FROM user_pool_codes WHERE sub = $1::uuid', [sub]);
  }

  private keyOf(name: string): string {
    return this.keys.digest('code-name', name).toString('base64url');
  }

  private hash(name: string, code: string): string {
    return this.keys.digest('code', `${name}\0${code}`).toString('base64url');
  }
}
