import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import type { PoolUser } from './users.ts';

/** Who is signed in, as the database says now. */
export type SessionUser = Pick<PoolUser, 'sub' | 'username' | 'email' | 'name' | 'roles'> & {
  sessionId: string;
};

/** What has become invalid: one session, all of one person's, in every process. */
export type SessionChange = { session: string } | { sub: string };

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
    return this.db.listen(CHANNEL, (payload) => this.drop(JSON.parse(payload) as SessionChange));
  }

  /** Hears of sessions that may have ended and of people whose rows changed, in any process; the result ends it. */
  onChange(listener: (change: SessionChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** A new session and its refresh token, which is stored only as a hash. */
  async create(sub: string, lifetimeMs: number): Promise<{ id: string; refreshToken: string }> {
    const session = { id: randomUUID(), refreshToken: randomBytes(48).toString('base64url') };
    const now = this.now();
    await this.db.query(
      `INSERT INTO user_pool_sessions (id, sub, refresh_hash, created_at, expires_at)
       VALUES ($1::uuid, $2::uuid, $3, $4::timestamptz, $5::timestamptz)`,
      [session.id, sub, hash(session.refreshToken), now, new Date(now.getTime() + lifetimeMs)],
    );
    return session;
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
    if (cached && cached.until > now) return cached.user;
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

  /** Ends all of a person's sessions but `except`. Within a transaction, `announceUser` has to follow its commit. */
  async endAll(sub: string, except?: string, db: Queryable = this.db): Promise<void> {
    await db.query('DELETE FROM user_pool_sessions WHERE sub = $1::uuid AND id IS DISTINCT FROM $2::uuid', [
      sub,
      except ?? null,
    ]);
    if (db === this.db) await this.announceUser(sub);
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

  private remember(id: string, user: SessionUser, until: number): void {
    const oldest = this.seen.keys().next();
    if (this.seen.size >= CACHE_SIZE && !oldest.done) this.seen.delete(oldest.value);
    this.seen.set(id, { user, until });
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
