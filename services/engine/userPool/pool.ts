import type { NewUser, TemporaryPassword } from './newUser.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { Administration } from './administration.ts';
import { BackgroundTasks } from './backgroundTasks.ts';
import { ChallengeStore } from './challenges.ts';
import { CodeStore } from './codes.ts';
import { PoolError } from './errors.ts';
import { PoolEvents } from './events.ts';
import { loadKeys, type PoolKeys } from './keys.ts';
import { normaliseName } from './names.ts';
import { SessionStore, type SessionUser } from './sessions.ts';
import { userPoolSettings, type UserPoolSettings } from './settings.ts';
import { ensureUserPoolTables, deleteExpiredRows } from './tables.ts';
import { Throttle } from './throttle.ts';
import { Tokens } from './tokens.ts';
import {
  findByName,
  findBySub,
  listUsers,
  toPoolUser,
  type PoolUser,
  type StoredUser,
  type UserChanges,
  type UserStatus,
} from './users.ts';

export interface UserPoolOptions {
  db: Database;
  mailer: Mailer;
  settings?: Partial<UserPoolSettings>;
  /** Called with errors of background tasks, such as mail that could not be sent. */
  onError?: (error: unknown) => void;
  now?: () => Date;
  /** Attributes that all users have, such as `custom:networkId`; read whenever attributes are returned. */
  sharedAttributes?: () => Promise<Record<string, string>>;
}

/**
 * The embedded user pool: users, passwords (as SRP verifiers), sessions and tokens, all in the database, so that
 * any number of processes can serve one pool. `userPoolPlugin` speaks the managed service's protocol over it; the
 * methods here are the administrator's side. They throw PoolError.
 */
export class UserPool {
  readonly throttle: Throttle;
  readonly sessions: SessionStore;
  readonly challenges: ChallengeStore;
  readonly codes: CodeStore;
  readonly tokens: Tokens;
  readonly background: BackgroundTasks;
  readonly events = new PoolEvents();
  private stopListening: () => Promise<void> = async () => {};
  private sweptAt = 0;

  private constructor(
    readonly db: Database,
    readonly keys: PoolKeys,
    readonly settings: UserPoolSettings,
    readonly mailer: Mailer,
    readonly now: () => Date,
    onError: (error: unknown) => void,
    readonly sharedAttributes: () => Promise<Record<string, string>>,
  ) {
    this.throttle = new Throttle(db, keys, now, settings.limits.throttle);
    this.sessions = new SessionStore(db, now);
    this.challenges = new ChallengeStore(db, now);
    this.codes = new CodeStore(db, keys, this.throttle, now);
    this.tokens = new Tokens(keys, settings, now);
    this.background = new BackgroundTasks(onError);
  }

  /** Opens the pool and creates missing tables and keys. */
  static async open({
    db,
    mailer,
    settings,
    onError = () => {},
    now = () => new Date(),
    sharedAttributes = async () => ({}),
  }: UserPoolOptions): Promise<UserPool> {
    await ensureUserPoolTables(db);
    const pool = new UserPool(
      db,
      await loadKeys(db, now()),
      userPoolSettings(settings),
      mailer,
      now,
      onError,
      sharedAttributes,
    );
    pool.stopListening = await pool.sessions.listen();
    return pool;
  }

  /** Waits until pending mail is sent; the database stays open. */
  async close(): Promise<void> {
    await this.background.whenIdle();
    await this.stopListening();
  }

  /** The part of the pool's id that passwords are bound to. */
  get poolName(): string {
    return this.settings.userPoolId.split('_').at(-1) ?? '';
  }

  /**
   * Creates a user. With a `temporaryPassword` the first sign-in requires another one; it expires after the pool's
   * `temporaryPasswordMs` unless the user's own is given (null: never).
   * Throws UsernameExistsException, AliasExistsException (e-mail) or InvalidPasswordException.
   */
  async createUser(user: NewUser & (TemporaryPassword | { password: string })): Promise<PoolUser> {
    const { result } = await this.administer((administration) => administration.create(user));
    return result;
  }

  /** Runs several changes in one transaction; sessions are notified after its commit. */
  async administer<T>(
    work: (administration: Administration, tx: Queryable) => Promise<T>,
  ): Promise<{ result: T }> {
    const { administration, done } = await this.db.transaction(async (tx) => {
      const administration = new Administration(this, tx);
      return { administration: administration, done: await work(administration, tx) };
    });
    await administration.runAfterCommit();
    return { result: done };
  }

  async find(username: string): Promise<PoolUser | undefined> {
    const user = await findByName(this.db, normaliseName(username));
    return user && toPoolUser(user);
  }

  async list(): Promise<PoolUser[]> {
    return listUsers(this.db);
  }

  /** Sets another user's password, which must be changed at the next sign-in unless `isPermanent`. Ends all sessions. */
  async setPassword(username: string, password: string, isPermanent: boolean): Promise<void> {
    const { sub } = await this.requireUser(username);
    await this.administer((administration) => administration.setPassword(sub, password, isPermanent));
  }

  async disable(username: string): Promise<void> {
    await this.change(username, { enabled: false });
  }

  async enable(username: string): Promise<void> {
    await this.change(username, { enabled: true });
  }

  async deleteUser(username: string): Promise<void> {
    const { sub } = await this.requireUser(username);
    await this.administer((administration) => administration.remove(sub));
  }

  /** Takes effect at once, also in open sessions. */
  async setRoles(username: string, roles: string[]): Promise<void> {
    await this.change(username, { roles });
  }

  /** Throws AliasExistsException when the e-mail address is another user's. Attributes are merged. */
  async updateUser(
    username: string,
    changes: { email?: string; name?: string; attributes?: Record<string, string> },
  ): Promise<PoolUser> {
    return this.change(username, changes);
  }

  /** Sends a code. Until a new password is set with it, signing in throws PasswordResetRequiredException. */
  async resetPassword(username: string): Promise<void> {
    const { sub } = await this.requireUser(username);
    await this.administer((administration) => administration.requireReset(sub));
  }

  async globalSignOut(username: string): Promise<void> {
    const { sub } = await this.requireUser(username);
    await this.administer((administration) => administration.endSessions(sub));
  }

  /** The user of an id or access token, with the current roles. Throws NotAuthorizedException. */
  async verifyToken(token: string): Promise<SessionUser> {
    const claims = await this.tokens.verify(token);
    const user = await this.sessions.find(claims.sessionId);
    if (!user || user.sub !== claims.sub)
      throw new PoolError('NotAuthorizedException', 'Access Token has been revoked');
    return user;
  }

  /** Deletes expired rows, at most once a minute. */
  deleteExpired(): void {
    const now = this.now();
    if (Math.abs(now.getTime() - this.sweptAt) < 60_000) return;
    this.sweptAt = now.getTime();
    this.background.track(deleteExpiredRows(this.db, now));
  }

  private async change(username: string, changes: UserChanges): Promise<PoolUser> {
    const user = await this.requireUser(username);
    await this.administer((administration) => administration.change(user.sub, changes));
    return toPoolUser((await findBySub(this.db, user.sub)) ?? user);
  }

  /** The user's status and expiry that a password which was just set leads to. */
  passwordState(
    isPermanent: boolean,
    lifetimeMs = this.settings.temporaryPasswordMs,
  ): { status: UserStatus; temporaryUntil: Date | null } {
    if (isPermanent) return { status: 'CONFIRMED', temporaryUntil: null };
    const temporaryUntil = lifetimeMs === null ? null : new Date(this.now().getTime() + lifetimeMs);
    return { status: 'FORCE_CHANGE_PASSWORD', temporaryUntil };
  }

  private async requireUser(username: string): Promise<StoredUser> {
    const user = await findByName(this.db, normaliseName(username));
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    return user;
  }
}
