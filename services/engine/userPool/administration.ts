import { randomUUID } from 'node:crypto';
import type { Mailer } from '../mail/mailer.ts';
import type { Queryable } from '../storage/database.ts';
import type { BackgroundTasks } from './backgroundTasks.ts';
import { type CodeStore, REQUESTED_BY_ADMINISTRATOR, type VerifiedCode } from './codes.ts';
import type { PoolKeys } from './keys.ts';
import type { SessionStore } from './sessions.ts';
import { validateEmail, validateUsername, createCredentials } from './credentials.ts';
import { expiredCode, invalidSession, PoolError } from './errors.ts';
import { retireName } from './retiredNames.ts';
import { resetCodeMessage } from './messages.ts';
import { normaliseName } from './names.ts';
import { validatePassword } from './passwordPolicy.ts';
import type { NewUser, TemporaryPassword } from './newUser.ts';
import {
  findByName,
  findBySub,
  insertUser,
  lockUser,
  MAX_ATTRIBUTE_LENGTH,
  raiseEpoch,
  toPoolUser,
  updatePassword,
  updateUser,
  type PoolUser,
  type StoredUser,
  type UserChanges,
  type UserStatus,
} from './users.ts';

/** The parts of a pool that changing its users requires. */
interface AdministeredPool {
  keys: PoolKeys;
  poolName: string;
  sessions: SessionStore;
  codes: CodeStore;
  background: BackgroundTasks;
  mailer: Mailer;
  now: () => Date;
  passwordState(
    isPermanent: boolean,
    lifetimeMs?: number | null,
  ): { status: UserStatus; temporaryUntil: Date | null };
}

/**
 * The administrator's changes to users, by their `sub`, within a transaction that may change other tables too. Call
 * `runAfterCommit` after its commit: it notifies open sessions and sends mail. All methods throw PoolError.
 */
export class Administration {
  private readonly changedSubs = new Set<string>();
  private readonly afterCommit: (() => Promise<void>)[] = [];

  constructor(
    private readonly pool: AdministeredPool,
    private readonly tx: Queryable,
  ) {}

  /** Throws UsernameExistsException, AliasExistsException (e-mail), InvalidPasswordException, InvalidParameterException. */
  async create(
    user: NewUser & { sub?: string } & (TemporaryPassword | { password: string }),
  ): Promise<PoolUser> {
    const { pool, tx } = this;
    const [password, state] =
      'temporaryPassword' in user
        ? [user.temporaryPassword, pool.passwordState(false, user.temporaryPasswordMs)]
        : [user.password, pool.passwordState(true)];
    const [username, email] = [validateUsername(user.username), validateEmail(user.email)];
    validatePassword(password);
    validateAttributes({ ...user.attributes, name: user.name });
    const now = pool.now();
    const stored: StoredUser = {
      sub: user.sub ?? randomUUID(),
      username,
      email,
      name: user.name,
      roles: user.roles,
      attributes: user.attributes ?? {},
      enabled: true,
      ...state,
      createdAt: now,
      updatedAt: now,
      epoch: 0,
      ...(await createCredentials(tx, pool.keys, pool.poolName, { username, email }, password)),
    };
    if (await findByName(tx, username)) throw usernameExists();
    if (await findByName(tx, email)) throw emailExists();
    await insertUser(tx, stored).catch(rethrowConflict);
    return toPoolUser(stored);
  }

  /** Roles take effect at once in open sessions; disabling ends them. Attributes are merged. Throws AliasExistsException. */
  async change(sub: string, changes: UserChanges): Promise<void> {
    validateAttributes({ ...changes.attributes, name: changes.name ?? '' });
    const user = await this.lock(sub);
    const email = changes.email === undefined ? undefined : validateEmail(changes.email);
    const isNewEmail = email !== undefined && email !== user.email;
    if (isNewEmail && (await findByName(this.tx, email))) throw emailExists();
    if (isNewEmail && user.aliasEmail === user.email) await retireName(this.tx, this.pool.keys, user.email);
    await updateUser(this.tx, sub, { ...changes, email }, this.pool.now()).catch(rethrowConflict);
    if (changes.enabled === false) await this.pool.sessions.endAll(this.tx, sub);
    else if (isNewEmail) await raiseEpoch(this.tx, sub);
    if (isNewEmail || changes.enabled === false) await this.pool.codes.discardAll(this.tx, sub);
    this.changedSubs.add(sub);
  }

  async hasUsers(): Promise<boolean> {
    return (await this.tx.query('SELECT 1 FROM user_pool_users LIMIT 1')).length > 0;
  }

  async find(username: string): Promise<PoolUser | undefined> {
    const user = await findByName(this.tx, normaliseName(username));
    return user && toPoolUser(user);
  }

  async has(sub: string): Promise<boolean> {
    return (await findBySub(this.tx, sub)) !== undefined;
  }

  async remove(sub: string): Promise<void> {
    await this.lock(sub);
    await this.pool.codes.discardAll(this.tx, sub);
    await this.tx.query('DELETE FROM user_pool_users WHERE sub = $1::uuid', [sub]);
    this.changedSubs.add(sub);
  }

  /** Sets another user's password, which must be changed at the next sign-in unless `isPermanent`. Ends all sessions. */
  async setPassword(sub: string, password: string, isPermanent: boolean): Promise<void> {
    validatePassword(password);
    await this.storePassword(await this.lock(sub), password, isPermanent);
  }

  /**
   * Sets a user's own password. Ends all sessions but `keptSessionId`.
   * @param provenUser the user as read when they proved their identity
   * @throws PoolError NotAuthorizedException when their sessions were ended or they were disabled since
   * @returns the user as they are now
   */
  async replacePassword(
    provenUser: StoredUser,
    password: string,
    keptSessionId?: string,
  ): Promise<StoredUser> {
    validatePassword(password);
    const user = await lockUser(this.tx, provenUser.sub);
    if (!user?.enabled || user.epoch !== provenUser.epoch) throw invalidSession();
    await this.storePassword(user, password, true, keptSessionId);
    return this.lock(user.sub);
  }

  /** Sets a password with a code. Throws ExpiredCodeException when the code was used or voided since it was verified. */
  async redeemCode(code: VerifiedCode, password: string): Promise<StoredUser> {
    validatePassword(password);
    const user = await lockUser(this.tx, code.sub);
    if (!user?.enabled || !(await this.pool.codes.consume(this.tx, code))) throw expiredCode();
    await this.storePassword(user, password, true);
    return user;
  }

  async endSessions(sub: string): Promise<void> {
    await this.pool.sessions.endAll(this.tx, sub);
    this.changedSubs.add(sub);
  }

  private async storePassword(
    user: PoolUser,
    password: string,
    isPermanent: boolean,
    keptSessionId?: string,
  ): Promise<void> {
    const { pool, tx } = this;
    const credentials = await createCredentials(tx, pool.keys, pool.poolName, user, password);
    await updatePassword(tx, user.sub, credentials, {
      ...pool.passwordState(isPermanent),
      now: pool.now(),
    });
    await pool.sessions.endAll(tx, user.sub, keptSessionId);
    await pool.codes.discardAll(tx, user.sub);
    this.changedSubs.add(user.sub);
  }

  /** Sends a code. Until a new password is set with it, signing in throws PasswordResetRequiredException. */
  async requireReset(sub: string): Promise<void> {
    const { pool } = this;
    const user = await this.lock(sub);
    await updateUser(this.tx, sub, { status: 'RESET_REQUIRED' }, pool.now());
    await pool.sessions.endAll(this.tx, sub);
    this.changedSubs.add(sub);
    this.afterCommit.push(async () => {
      const userAfterReset = { sub, epoch: user.epoch + 1 };
      const code = await pool.codes.create(
        [user.username, user.email],
        REQUESTED_BY_ADMINISTRATOR,
        userAfterReset,
      );
      if (code !== undefined) pool.background.track(pool.mailer.send(resetCodeMessage(user, code)));
    });
  }

  /** Call it once the transaction is committed. */
  async runAfterCommit(): Promise<void> {
    for (const sub of this.changedSubs) await this.pool.sessions.publishUserChange(sub);
    this.changedSubs.clear();
    for (const work of this.afterCommit.splice(0)) await work();
  }

  private async lock(sub: string): Promise<StoredUser> {
    const user = await lockUser(this.tx, sub);
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    return user;
  }
}

function validateAttributes(attributes: Record<string, string>): void {
  const tooLong = Object.keys(attributes).find(
    (name) => (attributes[name] ?? '').length > MAX_ATTRIBUTE_LENGTH,
  );
  if (tooLong !== undefined)
    throw new PoolError(
      'InvalidParameterException',
      `${tooLong}: at most ${MAX_ATTRIBUTE_LENGTH} characters are allowed`,
    );
}

/** Two transactions may both find a name free; then the table's constraints reject the second. */
function rethrowConflict(error: unknown): never {
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
