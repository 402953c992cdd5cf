import { randomUUID } from 'node:crypto';
import type { Mailer } from '../mail/mailer.ts';
import type { Queryable } from '../storage/database.ts';
import type { BackgroundTasks } from './backgroundTasks.ts';
import { type CodeStore, ADMINISTRATOR, type RightCode } from './codes.ts';
import type { PoolKeys } from './keys.ts';
import type { SessionStore } from './sessions.ts';
import { validateEmail, validateUsername, makeCredentials } from './credentials.ts';
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
  raiseEpoch,
  toPublic,
  updatePassword,
  updateUser,
  type PoolUser,
  type StoredUser,
  type UserChanges,
  type UserStatus,
} from './users.ts';

/** The parts of a pool that changes of its users need. */
interface AdministeredPool {
  keys: PoolKeys;
  poolName: string;
  sessions: SessionStore;
  codes: CodeStore;
  background: BackgroundTasks;
  mailer: Mailer;
  now: () => Date;
  passwordState(
    permanent: boolean,
    lifetimeMs?: number | null,
  ): { status: UserStatus; temporaryUntil: Date | null };
}

/**
 * The administrator's changes to users, by their `sub`, as part of a transaction that may hold other tables too.
 * After its commit `settle` has to follow: it tells open sessions and sends mail. All methods throw PoolError.
 */
export class Administration {
  private readonly affected = new Set<string>();
  private readonly later: (() => Promise<void>)[] = [];

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
      ...(await makeCredentials(tx, pool.keys, pool.poolName, { username, email }, password)),
    };
    if (await findByName(tx, username)) throw usernameExists();
    if (await findByName(tx, email)) throw emailExists();
    await insertUser(tx, stored).catch(refuseTaken);
    return toPublic(stored);
  }

  /** Roles hold at once in open sessions; disabling ends them. Attributes are merged. Throws AliasExistsException. */
  async change(sub: string, changes: UserChanges): Promise<void> {
    validateAttributes({ ...changes.attributes, name: changes.name ?? '' });
    const user = await this.lock(sub);
    const email = changes.email === undefined ? undefined : validateEmail(changes.email);
    const moved = email !== undefined && email !== user.email;
    if (moved && (await findByName(this.tx, email))) throw emailExists();
    if (moved && user.aliasEmail === user.email) await retireName(this.tx, this.pool.keys, user.email);
    await updateUser(this.tx, sub, { ...changes, email }, this.pool.now()).catch(refuseTaken);
    if (changes.enabled === false) await this.pool.sessions.endAll(this.tx, sub);
    else if (moved) await raiseEpoch(this.tx, sub);
    if (moved || changes.enabled === false) await this.pool.codes.discard(this.tx, sub);
    this.affected.add(sub);
  }

  async hasUsers(): Promise<boolean> {
    return (await this.tx.query('SELECT 1 FROM user_pool_users LIMIT 1')).length > 0;
  }

  async find(username: string): Promise<PoolUser | undefined> {
    const user = await findByName(this.tx, normaliseName(username));
    return user && toPublic(user);
  }

  async has(sub: string): Promise<boolean> {
    return (await findBySub(this.tx, sub)) !== undefined;
  }

  async remove(sub: string): Promise<void> {
    await this.lock(sub);
    await this.pool.codes.discard(this.tx, sub);
    await this.tx.query('DELETE FROM user_pool_users WHERE sub = $1::uuid', [sub]);
    this.affected.add(sub);
  }

  /** A password set for somebody else; `permanent` false: it must be changed at the next sign-in. Ends all sessions. */
  async setPassword(sub: string, password: string, permanent: boolean): Promise<void> {
    validatePassword(password);
    await this.storePassword(await this.lock(sub), password, permanent);
  }

  /**
   * A password that people set for themselves. Ends all sessions but `keepSession`.
   * @param seen the user as they were when they proved who they are
   * @throws PoolError NotAuthorizedException when their sessions were ended or they were disabled since
   * @returns the user as they are now
   */
  async replacePassword(seen: StoredUser, password: string, keepSession?: string): Promise<StoredUser> {
    validatePassword(password);
    const user = await lockUser(this.tx, seen.sub);
    if (!user?.enabled || user.epoch !== seen.epoch) throw invalidSession();
    await this.storePassword(user, password, true, keepSession);
    return this.lock(user.sub);
  }

  /** Sets a password with a code. Throws ExpiredCodeException when the code was used or voided since it was verified. */
  async redeemCode(code: RightCode, password: string): Promise<StoredUser> {
    validatePassword(password);
    const user = await lockUser(this.tx, code.sub);
    if (!user?.enabled || !(await this.pool.codes.use(this.tx, code))) throw expiredCode();
    await this.storePassword(user, password, true);
    return user;
  }

  async endSessions(sub: string): Promise<void> {
    await this.pool.sessions.endAll(this.tx, sub);
    this.affected.add(sub);
  }

  private async storePassword(
    user: PoolUser,
    password: string,
    permanent: boolean,
    keepSession?: string,
  ): Promise<void> {
    const { pool, tx } = this;
    const credentials = await makeCredentials(tx, pool.keys, pool.poolName, user, password);
    await updatePassword(tx, user.sub, credentials, {
      ...pool.passwordState(permanent),
      now: pool.now(),
    });
    await pool.sessions.endAll(tx, user.sub, keepSession);
    await pool.codes.discard(tx, user.sub);
    this.affected.add(user.sub);
  }

  /** Sends a code; until a new password is set with it, signing in ends in PasswordResetRequiredException. */
  async requireReset(sub: string): Promise<void> {
    const { pool } = this;
    const user = await this.lock(sub);
    await updateUser(this.tx, sub, { status: 'RESET_REQUIRED' }, pool.now());
    await pool.sessions.endAll(this.tx, sub);
    this.affected.add(sub);
    this.later.push(async () => {
      const now = { sub, epoch: user.epoch + 1 };
      const code = await pool.codes.create([user.username, user.email], ADMINISTRATOR, now);
      if (code !== undefined) pool.background.run(pool.mailer.send(resetCodeMessage(user, code)));
    });
  }

  /** To be called once the transaction is committed. */
  async settle(): Promise<void> {
    for (const sub of this.affected) await this.pool.sessions.announceUser(sub);
    this.affected.clear();
    for (const work of this.later.splice(0)) await work();
  }

  private async lock(sub: string): Promise<StoredUser> {
    const user = await lockUser(this.tx, sub);
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    return user;
  }
}

/** The managed service's own bound, in UTF-16 units. */
const MAX_ATTRIBUTE = 2048;

function validateAttributes(attributes: Record<string, string>): void {
  const long = Object.keys(attributes).find((name) => (attributes[name] ?? '').length > MAX_ATTRIBUTE);
  if (long !== undefined)
    throw new PoolError(
      'InvalidParameterException',
      `${long}: at most ${MAX_ATTRIBUTE} characters are allowed`,
    );
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
