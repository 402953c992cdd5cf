import { randomUUID } from 'node:crypto';
import type { Mailer } from '../mail/mailer.ts';
import type { Database } from '../storage/database.ts';
import { BackgroundTasks } from './backgroundTasks.ts';
import { ChallengeStore } from './challenges.ts';
import { CodeStore } from './codes.ts';
import { checkEmail, checkUsername, makeCredentials } from './credentials.ts';
import { PoolError } from './errors.ts';
import { loadKeys } from './keys.ts';
import type { PoolKeys } from './keys.ts';
import { normaliseName } from './names.ts';
import { checkPassword } from './passwordPolicy.ts';
import { resetCodeMessage } from './messages.ts';
import { SessionStore } from './sessions.ts';
import type { SessionUser } from './sessions.ts';
import { userPoolSettings } from './settings.ts';
import type { UserPoolSettings } from './settings.ts';
import { ensureUserPoolTables, sweepUserPoolTables } from './tables.ts';
import { Throttle } from './throttle.ts';
import { Tokens } from './tokens.ts';
import { findByName, findBySub, insertUser, listUsers, updatePassword, updateUser } from './users.ts';
import type { PoolUser, StoredUser, UserStatus } from './users.ts';

export interface UserPoolOptions {
  db: Database;
  mailer: Mailer;
  settings?: Partial<UserPoolSettings>;
  /** Called with faults that no caller waits for: mail that could not be sent. */
  onFault?: (error: unknown) => void;
  now?: () => Date;
}

export interface NewUser {
  username: string;
  email: string;
  name: string;
  roles: string[];
  attributes?: Record<string, string>;
}

export interface TemporaryPassword {
  temporaryPassword: string;
  temporaryPasswordMs?: number | null;
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
  private stopListening: () => Promise<void> = async () => {};
  private sweptAt = 0;

  private constructor(
    readonly db: Database,
    readonly keys: PoolKeys,
    readonly settings: UserPoolSettings,
    readonly mailer: Mailer,
    readonly now: () => Date,
    onFault: (error: unknown) => void,
  ) {
    this.throttle = new Throttle(db, keys, now, settings.limits.throttle);
    this.sessions = new SessionStore(db, now);
    this.challenges = new ChallengeStore(db, now);
    this.codes = new CodeStore(db, keys, now);
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
  }: UserPoolOptions): Promise<UserPool> {
    await ensureUserPoolTables(db);
    const pool = new UserPool(
      db,
      await loadKeys(db, now()),
      userPoolSettings(settings),
      mailer,
      now,
      onFault,
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
    const [password, state] =
      'temporaryPassword' in user
        ? [user.temporaryPassword, this.passwordState(false, user.temporaryPasswordMs)]
        : [user.password, this.passwordState(true)];
    const [username, email] = [checkUsername(user.username), checkEmail(user.email)];
    checkPassword(password);
    const now = this.now();
    const stored: StoredUser = {
      sub: randomUUID(),
      username,
      email,
      name: user.name,
      roles: user.roles,
      attributes: user.attributes ?? {},
      enabled: true,
      ...state,
      createdAt: now,
      updatedAt: now,
      ...makeCredentials(this.keys, this.poolName, { username, email }, password),
    };
    await this.db
      .transaction(async (tx) => {
        if (await findByName(tx, username)) throw usernameExists();
        if (await findByName(tx, email)) throw emailExists();
        await insertUser(tx, stored);
      })
      .catch(refuseTaken);
    return toPublic(stored);
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
    checkPassword(password);
    const user = await this.demand(username);
    await this.storePassword(user, password, permanent);
  }

  async disable(username: string): Promise<void> {
    const user = await this.demand(username);
    await updateUser(this.db, user.sub, { enabled: false }, this.now());
    await this.sessions.endAll(user.sub);
  }

  async enable(username: string): Promise<void> {
    const user = await this.demand(username);
    await updateUser(this.db, user.sub, { enabled: true }, this.now());
  }

  async deleteUser(username: string): Promise<void> {
    const user = await this.demand(username);
    await this.codes.discard(user.sub);
    await this.db.query('DELETE FROM user_pool_users WHERE sub = $1::uuid', [user.sub]);
    await this.sessions.announceUser(user.sub);
  }

  /** Holds at once, in sessions that are open too. */
  async setRoles(username: string, roles: string[]): Promise<void> {
    const user = await this.demand(username);
    await updateUser(this.db, user.sub, { roles }, this.now());
    await this.sessions.announceUser(user.sub);
  }

  /** Throws AliasExistsException when the e-mail address is another user's. Attributes are merged. */
  async updateUser(
    username: string,
    changes: { email?: string; name?: string; attributes?: Record<string, string> },
  ): Promise<PoolUser> {
    const user = await this.demand(username);
    const email = changes.email === undefined ? undefined : checkEmail(changes.email);
    if (email !== undefined && email !== user.email && (await findByName(this.db, email)))
      throw emailExists();
    await updateUser(this.db, user.sub, { ...changes, email }, this.now()).catch(refuseTaken);
    if (email !== undefined && email !== user.email) await this.codes.discard(user.sub);
    await this.sessions.announceUser(user.sub);
    return toPublic((await findBySub(this.db, user.sub)) ?? user);
  }

  /** Sends a code; until a new password is set with it, signing in ends in PasswordResetRequiredException. */
  async resetPassword(username: string): Promise<void> {
    const user = await this.demand(username);
    await updateUser(this.db, user.sub, { status: 'RESET_REQUIRED' }, this.now());
    await this.sessions.endAll(user.sub);
    const code = await this.codes.create([user.username, user.email], user.sub);
    this.background.run(this.mailer.send(resetCodeMessage(user, code)));
  }

  async globalSignOut(username: string): Promise<void> {
    const user = await this.demand(username);
    await this.sessions.endAll(user.sub);
  }

  /** Who a token (id or access) speaks for, as the database says now. Throws NotAuthorizedException. */
  async verifyToken(token: string): Promise<SessionUser> {
    const claims = await this.tokens.read(token);
    const user = await this.sessions.find(claims.sessionId);
    if (!user || user.sub !== claims.sub)
      throw new PoolError('NotAuthorizedException', 'Access Token has been revoked');
    return user;
  }

  /** Stores a checked password, forgets codes, ends all sessions but `keepSession`. */
  async storePassword(
    user: PoolUser,
    password: string,
    permanent: boolean,
    keepSession?: string,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      await updatePassword(tx, user.sub, makeCredentials(this.keys, this.poolName, user, password), {
        ...this.passwordState(permanent),
        now: this.now(),
      });
      await this.sessions.endAll(user.sub, keepSession, tx);
    });
    await this.codes.discard(user.sub);
    await this.sessions.announceUser(user.sub);
  }

  /** Clears away what has expired, at most once a minute. */
  sweep(): void {
    const now = this.now();
    if (now.getTime() - this.sweptAt < 60_000) return;
    this.sweptAt = now.getTime();
    this.background.run(sweepUserPoolTables(this.db, now));
  }

  private passwordState(
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

function toPublic(user: StoredUser): PoolUser {
  const {
    salt: _salt,
    verifier: _verifier,
    aliasEmail: _email,
    aliasId: _id,
    aliasSalt: _aliasSalt,
    aliasVerifier: _alias,
    ...shown
  } = user;
  return shown;
}

/** Two at a time may find a name free; the table's constraints decide. */
function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (code !== '23505') throw error;
  throw constraint === 'user_pool_users_username_key' ? usernameExists() : emailExists();
}

function usernameExists(): PoolError {
  return new PoolError('UsernameExistsException', 'User account already exists');
}

function emailExists(): PoolError {
  return new PoolError('AliasExistsException', 'An account with the given email already exists.');
}
