import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import { raiseEpoch } from './users.ts';
import type { PoolUser, StoredUser } from './users.ts';

/** Who is signed in, as the database says now. */
export type SessionUser = Pick<PoolUser, 'sub' | 'username' | 'email' | 'name' | 'roles'> & {
  sessionId: string;
};

/** What has become invalid: one session, all of one person's, in every process. */
type SessionChange = { session: string } | { sub: string };

const CHANNEL = 'user_pool_sessions';
const CACHE_SIZE = 10_000;
/** Bounds how long a lost notification can matter. */
const CACHE_MS = 30_000;

/**
 * Sessions are rows: a token is good only while its session's row exists. Rows that were seen are kept in memory
 * for a while and dropped as soon as any process on the database announces a change.
 */
export class SessionStore {
  private readonly seen = new Map<string, { user: SessionUser; until: number }>();
  private readonly listeners = new Set<(change: SessionChange) => void>();
  /** Counts changes, so that a row read before a change is not remembered after it. */
  private changes = 0;

  constructor(
    private readonly db: Database,
    private readonly now: () => Date,
  ) {}

  /** Begins to hear of changes made by other processes; the result stops it. */
  async listen(): Promise<() => Promise<void>> {
    return this.db.listen(
      CHANNEL,
      (payload) => this.drop(JSON.parse(payload) as SessionChange),
      () => this.forget(),
    );
  }

  /** Hears of sessions that may have ended and of people whose rows changed, in any process; the result ends it. */
  onChange(listener: (change: SessionChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * A new session and its refresh token, which is stored only as a hash. Undefined when sessions of the user have been
   * ended since `user` was read: the row is held while its epoch is compared, so the two come one after the other.
   */
  async create(
    user: Pick<StoredUser, 'sub' | 'epoch'>,
    lifetimeMs: number,
  ): Promise<{ id: string; refreshToken: string } | undefined> {
    const session = { id: randomUUID(), refreshToken: randomBytes(48).toString('base64url') };
    const now = this.now();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const made = await this.db.query(
      `INSERT INTO user_pool_sessions (id, sub, refresh_hash, created_at, expires_at)
       SELECT $1::uuid, sub, $3, $4::timestamptz, $5::timestamptz FROM user_pool_users
       WHERE sub = $2::uuid AND epoch = $6::int AND enabled FOR SHARE
       RETURNING id`,
      [session.id, user.sub, hash(session.refreshToken), now, expiresAt, user.epoch],
    );
    return made.length > 0 ? session : undefined;
  }

  /** The session of a refresh token, expired or not. */
  async findByRefreshToken(
    token: string,
  ): Promise<{ id: string; sub: string; createdAt: Date; expiresAt: Date } | undefined> {
    const rows = await this.db.query<{ id: string; sub: string; createdAt: Date; expiresAt: Date }>(
      'SELECT id, sub, created_at AS "createdAt", expires_at AS "expiresAt" FROM user_pool_sessions WHERE refresh_hash = $1',
      [hash(token)],
    );
    return rows[0];
  }

  /** Undefined once the session has ended or its user is disabled. */
  async find(id: string): Promise<SessionUser | undefined> {
    const now = this.now().getTime();
    const cached = this.seen.get(id);
    if (cached && cached.until > now && cached.until <= now + CACHE_MS) return cached.user;
    const before = this.changes;
    const rows = await this.db.query<SessionUser>(
      `SELECT s.id AS "sessionId", u.sub, u.username, u.email, u.name, u.roles
       FROM user_pool_sessions s JOIN user_pool_users u USING (sub)
       WHERE s.id = $1::uuid AND u.enabled AND s.expires_at > $2::timestamptz`,
      [id, this.now()],
    );
    const user = rows[0];
    if (user && this.changes === before) this.remember(id, user, now + CACHE_MS);
    return user;
  }

  async end(id: string): Promise<void> {
    await this.db.query('DELETE FROM user_pool_sessions WHERE id = $1::uuid', [id]);
    await this.announce({ session: id });
  }

  /**
   * Ends all of a person's sessions but `except`, those too that are about to begin. Within a transaction, after
   * whose commit `announceUser` has to follow.
   */
  async endAll(tx: Queryable, sub: string, except?: string): Promise<void> {
    await raiseEpoch(tx, sub);
    await tx.query('DELETE FROM user_pool_sessions WHERE sub = $1::uuid AND id IS DISTINCT FROM $2::uuid', [
      sub,
      except ?? null,
    ]);
  }

  /** Makes every process read the person's rows again. */
  async announceUser(sub: string): Promise<void> {
    await this.announce({ sub });
  }

  private async announce(change: SessionChange): Promise<void> {
    this.drop(change);
    await this.db.notify(CHANNEL, JSON.stringify(change));
  }

  private drop(change: SessionChange): void {
    this.changes += 1;
    if ('session' in change) this.seen.delete(change.session);
    else for (const [id, { user }] of this.seen) if (user.sub === change.sub) this.seen.delete(id);
    for (const listener of this.listeners) listener(change);
  }

  /** Changes may have been missed: every row is read again. */
  private forget(): void {
    this.changes += 1;
    this.seen.clear();
  }

  private remember(id: string, user: SessionUser, until: number): void {
    const oldest = this.seen.keys().next();
    if (this.seen.size >= CACHE_SIZE && !oldest.done) this.seen.delete(oldest.value);
    this.seen.set(id, { user, until });
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
