import { randomUUID } from 'node:crypto';
import type { Queryable } from '../storage/database.ts';
import { checkEmail, checkUsername, makeCredentials } from './credentials.ts';
import { PoolError } from './errors.ts';
import { resetCodeMessage } from './messages.ts';
import { checkPassword } from './passwordPolicy.ts';
import type { NewUser, TemporaryPassword, UserPool } from './pool.ts';
import { findByName, findBySub, insertUser, toPublic, updatePassword, updateUser } from './users.ts';
import type { PoolUser, StoredUser, UserChanges } from './users.ts';

/**
 * The administrator's changes to users, by their `sub`, as part of a transaction that may hold other tables too.
 * After its commit `settle` has to follow: it tells open sessions and sends mail. All methods throw PoolError.
 */
export class Administration {
  private readonly affected = new Set<string>();
  private readonly later: (() => Promise<void>)[] = [];

  constructor(
    private readonly pool: UserPool,
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
    const [username, email] = [checkUsername(user.username), checkEmail(user.email)];
    checkPassword(password);
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
      ...makeCredentials(pool.keys, pool.poolName, { username, email }, password),
    };
    if (await findByName(tx, username)) throw usernameExists();
    if (await findByName(tx, email)) throw emailExists();
    await insertUser(tx, stored).catch(refuseTaken);
    return toPublic(stored);
  }

  /** Roles hold at once in open sessions; disabling ends them. Attributes are merged. Throws AliasExistsException. */
  async change(sub: string, changes: UserChanges): Promise<void> {
    const user = await this.demand(sub);
    const email = changes.email === undefined ? undefined : checkEmail(changes.email);
    const moved = email !== undefined && email !== user.email;
    if (moved && (await findByName(this.tx, email))) throw emailExists();
    await updateUser(this.tx, sub, { ...changes, email }, this.pool.now()).catch(refuseTaken);
    if (changes.enabled === false) await this.pool.sessions.endAll(sub, undefined, this.tx);
    if (moved || changes.enabled === false) await this.pool.codes.discard(sub, this.tx);
    this.affected.add(sub);
  }

  async has(sub: string): Promise<boolean> {
    return (await findBySub(this.tx, sub)) !== undefined;
  }

  async remove(sub: string): Promise<void> {
    await this.demand(sub);
    await this.pool.codes.discard(sub, this.tx);
    await this.tx.query('DELETE FROM user_pool_users WHERE sub = $1::uuid', [sub]);
    this.affected.add(sub);
  }

  /** A password set for somebody else: it must be changed at the next sign-in. Ends all sessions. */
  async setTemporaryPassword(sub: string, password: string): Promise<void> {
    checkPassword(password);
    await this.storePassword(await this.demand(sub), password, false);
  }

  /** Stores a checked password, forgets codes, ends all sessions but `keepSession`. */
  async storePassword(
    user: PoolUser,
    password: string,
    permanent: boolean,
    keepSession?: string,
  ): Promise<void> {
    const { pool, tx } = this;
    await updatePassword(tx, user.sub, makeCredentials(pool.keys, pool.poolName, user, password), {
      ...pool.passwordState(permanent),
      now: pool.now(),
    });
    await pool.sessions.endAll(user.sub, keepSession, tx);
    await pool.codes.discard(user.sub, tx);
    this.affected.add(user.sub);
  }

  /** Sends a code; until a new password is set with it, signing in ends in PasswordResetRequiredException. */
  async requireReset(sub: string): Promise<void> {
    const { pool } = this;
    const user = await this.demand(sub);
    await updateUser(this.tx, sub, { status: 'RESET_REQUIRED' }, pool.now());
    await pool.sessions.endAll(sub, undefined, this.tx);
    this.affected.add(sub);
    this.later.push(async () => {
      const code = await pool.codes.create([user.username, user.email], sub);
      pool.background.run(pool.mailer.send(resetCodeMessage(user, code)));
    });
  }

  /** To be called once the transaction is committed. */
  async settle(): Promise<void> {
    for (const work of this.later.splice(0)) await work();
    for (const sub of this.affected) await this.pool.sessions.announceUser(sub);
    this.affected.clear();
  }

  private async demand(sub: string): Promise<StoredUser> {
    const user = await findBySub(this.tx, sub);
    if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
    return user;
  }
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
