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
import { ensureUserPoolTables, sweepUserPoolTables } from './tables.ts';
import { Throttle } from './throttle.ts';
import { Tokens } from './tokens.ts';
import {
  findByName,
  findBySub,
  listUsers,
  toPublic,
  type PoolUser,
  type StoredUser,
  type UserChanges,
  type UserStatus,
} from './users.ts';

export interface UserPoolOptions {
  db: Database;
  mailer: Mailer;
  settings?: Partial<UserPoolSettings>;
  /** Called with faults that no caller waits for: mail that could not be sent. */
  onFault?: (error: unknown) => void;
  now?: () => Date;
  /** Attributes that all users have, such as `custom:networkId`; asked for whenever attributes are told. */
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
    onFault: (error: unknown) => void,
    readonly sharedAttributes: () => Promise<Record<string, string>>,
  ) {
    this.throttle = new Throttle(db, keys, now, settings.limits.throttle);
    this.sessions = new SessionStore(db, now);
    this.challenges = new ChallengeStore(db, now);
    this.codes = new CodeStore(db, keys, this.throttle, now);
    this.tokens = new Tokens(keys, settings, now);
    this.background = new BackgroundTasks(onFault);
  }

  /** Makes tables and keys where they are missing. */
  static async open({
    db,
    mailer,
    settings,
    onFault = () => {},
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
      onFault,
      sharedAttributes,
    );
    pool.stopListening = await pool.sessions.listen();
    return pool;
  }

  /** Waits for mail on its way; the database stays open. */
  async close(): Promise<void> {
    await this.background.idle();
    await this.stopListening();
  }

  /** The part of the pool's id that passwords are bound to. */
  get poolName(): string {
    return this.settings.userPoolId.split('_').at(-1) ?? '';
  }

  /**
   * A new user. With a `temporaryPassword` the first sign-in asks for another one; it can be used for the pool's
   * `temporaryPasswordMs` unless another time is given (null: until it is used).
   * Throws UsernameExistsException, AliasExistsException (e-mail) or InvalidPasswordException.
   */
  async createUser(user: NewUser & (TemporaryPassword | { password: string })): Promise<PoolUser> {
    const { done } = await this.administer((administration) => administration.create(user));
    return done;
  }

  /** Several changes in one transaction; sessions hear of it once it is through. */
  async administer<T>(
    work: (administration: Administration, tx: Queryable) => Promise<T>,
  ): Promise<{ done: T }> {
    const { administration, done } = await this.db.transaction(async (tx) => {
      const inside = new Administration(this, tx);
      return { administration: inside, done: await work(inside, tx) };
    });
    await administration.settle();
    return { done };
  }

  async find(username: string): Promise<PoolUser | undefined> {
    const user = await findByName(this.db, normaliseName(username));
    return user && toPublic(user);
  }

  async list(): Promise<PoolUser[]> {
    return listUsers(this.db);
  }

  /** Sets a password for somebody else; `permanent` false: it must be changed at the next sign-in. Ends all sessions. */
  async setPassword(username: string, password: string, permanent: boolean): Promise<void> {
    const { sub } = await this.demand(username);
    await this.administer((administration) => administration.setPassword(sub, password, permanent));
  }

  async disable(username: string): Promise<void> {
    await this.change(username, { enabled: false });
  }

  async enable(username: string): Promise<void> {
    await this.change(username, { enabled: true });
  }

  async deleteUser(username: string): Promise<void> {
    const { sub } = await this.demand(username);
    await this.administer((administration) => administration.remove(sub));
  }

  /** Holds at once, in sessions that are open too. */
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

  /** Sends a code; until a new password is set with it, signing in ends in PasswordResetRequiredException. */
  async resetPassword(username: string): Promise<void> {
    const { sub } = await this.demand(username);
    await this.administer((administration) => administration.requireReset(sub));
  }

  async globalSignOut(username: string): Promise<void> {
    const { sub } = await this.demand(username);
    await this.administer((administration) => administration.endSessions(sub));
  }

  /** Who a token (id or access) speaks for, as the database says now. Throws NotAuthorizedException. */
  async verifyToken(token: string): Promise<SessionUser> {
    const claims = await this.tokens.verify(token);
    const user = await this.sessions.find(claims.sessionId);
    if (!user || user.sub !== claims.sub)
      throw new PoolError('NotAuthorizedException', 'Access Token has been revoked');
    return user;
  }

  /** Clears away what has expired, at most once a minute. */
  sweep(): void {
    const now = this.now();
    if (Math.abs(now.getTime() - this.sweptAt) < 60_000) return;
    this.sweptAt = now.getTime();
    this.background.run(sweepUserPoolTables(this.db, now));
  }

  private async change(username: string, changes: UserChanges): Promise<PoolUser> {
    const user = await this.demand(username);
    await this.administer((administration) => administration.change(user.sub, changes));
    return toPublic((await findBySub(this.db, user.sub)) ?? user);
  }

  /** What a password that was just set asks of the next sign-in. */
  passwordState(
    permanent: boolean,
    lifetimeMs = this.settings.temporaryPasswordMs,
  ): { status: UserStatus; temporaryUntil: Date | null } {
    if (permanent) return { status: 'CONFIRMED', temporaryUntil: null };
    const temporaryUntil = lifetimeMs === null ? null : new Date(this.now().getTime() + lifetimeMs);
    return { status: 'FORCE_CHANGE_PASSWORD', temporaryUntil };
  }

  private async demand(username: string): Promise<StoredUser> {
    const user = await findByName(this.db, normaliseName(username));
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    return user;
  }
}
