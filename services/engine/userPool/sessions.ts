import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database, Queryable } from '../storage/database.ts';
import { raiseEpoch } from './users.ts';
import type { PoolUser, StoredUser } from './users.ts';

/** The user of a session, with the current roles. */
export type SessionUser = Pick<PoolUser, 'sub' | 'username' | 'email' | 'name' | 'roles'> & {
  sessionId: string;
};

/** What every process has to drop from its cache: one session, or all sessions of one user. */
type SessionChange = { session: string } | { sub: string };

const CHANNEL = 'user_pool_sessions';
const MAX_CACHED_SESSIONS = 10_000;
/** How long a process may use an outdated row when a notification was lost. */
const CACHE_TTL_MS = 30_000;

/**
 * Sessions are rows: a token is valid only while its session's row exists. Rows that were read are cached in memory and
 * dropped as soon as any process on the database publishes a change.
 */
export class SessionStore {
  private readonly cache = new Map<string, { user: SessionUser; expiresAt: number }>();
  private readonly listeners = new Set<(change: SessionChange) => void>();
  /** Counts changes, so that a row read before a change is not cached after it. */
  private changeCount = 0;

  constructor(
    private readonly db: Database,
    private readonly now: () => Date,
  ) {}

  /** Subscribes to changes made by other processes. @returns how to unsubscribe */
  async listen(): Promise<() => Promise<void>> {
    return this.db.listen(
      CHANNEL,
      (payload) => this.applyChange(JSON.parse(payload) as SessionChange),
      () => this.clearCache(),
    );
  }

  /** Subscribes to sessions that may have ended and to users whose rows changed, in any process. @returns how to unsubscribe */
  onChange(listener: (change: SessionChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Creates a session and its refresh token, of which only a hash is stored. Undefined when the user's sessions were
   * ended after `user` was read: the user's row is locked while its epoch is compared, so the two cannot interleave.
   */
  async create(
    user: Pick<StoredUser, 'sub' | 'epoch'>,
    lifetimeMs: number,
  ): Promise<{ id: string; refreshToken: string } | undefined> {
    const session = { id: randomUUID(), refreshToken: randomBytes(48).toString('base64url') };
    const now = this.now();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const inserted = await this.db.query(
      `INSERT INTO user_pool_sessions (id, sub, refresh_hash, created_at, expires_at)
       SELECT $1::uuid, sub, $3, $4::timestamptz, $5::timestamptz FROM user_pool_users
       WHERE sub = $2::uuid AND epoch = $6::int AND enabled FOR SHARE
       RETURNING id`,
      [session.id, user.sub, hash(session.refreshToken), now, expiresAt, user.epoch],
    );
    return inserted.length > 0 ? session : undefined;
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
    const cached = this.cache.get(id);
    if (cached && cached.expiresAt > now && cached.expiresAt <= now + CACHE_TTL_MS) return cached.user;
    const changesBefore = this.changeCount;
    const rows = await this.db.query<SessionUser>(
      `SELECT s.id AS "sessionId", u.sub, u.username, u.email, u.name, u.roles
       FROM user_pool_sessions s JOIN user_pool_users u USING (sub)
       WHERE s.id = $1::uuid AND u.enabled AND s.expires_at > $2::timestamptz`,
      [id, this.now()],
    );
    const user = rows[0];
    if (user && this.changeCount === changesBefore) this.addToCache(id, user, now + CACHE_TTL_MS);
    return user;
  }

  async end(id: string): Promise<void> {
    await this.db.query('DELETE FROM user_pool_sessions WHERE id = $1::uuid', [id]);
    await this.publishChange({ session: id });
  }

  /**
   * Ends all sessions of a user but `keptSessionId`, also those that are about to begin. Runs within a transaction; call
   * `publishUserChange` after its commit.
   */
  async endAll(tx: Queryable, sub: string, keptSessionId?: string): Promise<void> {
    await raiseEpoch(tx, sub);
    await tx.query('DELETE FROM user_pool_sessions WHERE sub = $1::uuid AND id IS DISTINCT FROM $2::uuid', [
      sub,
      keptSessionId ?? null,
    ]);
  }

  /** Makes every process read the user's rows again. */
  async publishUserChange(sub: string): Promise<void> {
    await this.publishChange({ sub });
  }

  private async publishChange(change: SessionChange): Promise<void> {
    this.applyChange(change);
    await this.db.notify(CHANNEL, JSON.stringify(change));
  }

  private applyChange(change: SessionChange): void {
    this.changeCount += 1;
    if ('session' in change) this.cache.delete(change.session);
    else for (const [id, { user }] of this.cache) if (user.sub === change.sub) this.cache.delete(id);
    for (const listener of this.listeners) listener(change);
  }

  /** Makes every row be read again, since changes may have been missed. */
  private clearCache(): void {
    this.changeCount += 1;
    this.cache.clear();
  }

  private addToCache(id: string, user: SessionUser, expiresAt: number): void {
    const oldest = this.cache.keys().next();
    if (this.cache.size >= MAX_CACHED_SESSIONS && !oldest.done) this.cache.delete(oldest.value);
    this.cache.set(id, { user, expiresAt });
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
