import type { Queryable } from '../storage/database.ts';

/**
 * `FORCE_CHANGE_PASSWORD`: signs in with a temporary password and must set another. `RESET_REQUIRED`: an
 * administrator asked for a new password, only a code sent by e-mail helps.
 */
export type UserStatus = 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED';

export interface PoolUser {
  sub: string;
  username: string;
  email: string;
  name: string;
  roles: string[];
  /** Further attributes by their name in the pool: `phone_number`, `custom:networkId`. */
  attributes: Record<string, string>;
  enabled: boolean;
  status: UserStatus;
  temporaryUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The managed service's own limit of an attribute's value, in UTF-16 units. */
export const MAX_ATTRIBUTE_LENGTH = 2048;

/** Verifiers under the username and under the e-mail address at the time when the password was set. */
export interface Credentials {
  salt: string;
  verifier: string;
  /** The address that the alias was derived from; the user may have another one since. */
  aliasEmail: string;
  aliasId: string;
  aliasSalt: string;
  aliasVerifier: string;
}

export type StoredUser = PoolUser &
  Credentials & {
    /** Raised to invalidate pending sign-ins and codes: those that began at an earlier epoch are rejected. */
    epoch: number;
  };

const USER_COLUMNS = `sub, username, email, name, roles, attributes, enabled, status,
  temporary_until AS "temporaryUntil", created_at AS "createdAt", updated_at AS "updatedAt"`;
const STORED_COLUMNS = `${USER_COLUMNS}, salt, verifier, alias_email AS "aliasEmail", alias_id AS "aliasId", alias_salt AS "aliasSalt",
  alias_verifier AS "aliasVerifier", epoch`;

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a user by username, e-mail address, or the id that replaces the address in a sign-in. */
export async function findByName(db: Queryable, name: string): Promise<StoredUser | undefined> {
  const rows = await db.query<StoredUser>(
    `SELECT ${STORED_COLUMNS} FROM user_pool_users WHERE username = $1 OR email = $1 OR alias_id = $2::uuid
     ORDER BY alias_email = email DESC LIMIT 1`,
    [name, UUID_PATTERN.test(name) ? name : null],
  );
  return rows[0];
}

export async function findBySub(db: Queryable, sub: string): Promise<StoredUser | undefined> {
  const rows = await db.query<StoredUser>(
    `SELECT ${STORED_COLUMNS} FROM user_pool_users WHERE sub = $1::uuid`,
    [sub],
  );
  return rows[0];
}

/** Finds a user and locks the row until the transaction ends. */
export async function lockUser(tx: Queryable, sub: string): Promise<StoredUser | undefined> {
  const rows = await tx.query<StoredUser>(
    `SELECT ${STORED_COLUMNS} FROM user_pool_users WHERE sub = $1::uuid FOR UPDATE`,
    [sub],
  );
  return rows[0];
}

/** Invalidates the user's pending sign-ins and codes. Locks the row until the transaction ends, so that no sign-in comes between. */
export async function raiseEpoch(tx: Queryable, sub: string): Promise<void> {
  await tx.query('UPDATE user_pool_users SET epoch = epoch + 1 WHERE sub = $1::uuid', [sub]);
}

/** All users, sorted by username. */
export async function listUsers(db: Queryable): Promise<PoolUser[]> {
  return db.query<PoolUser>(`SELECT ${USER_COLUMNS} FROM user_pool_users ORDER BY username`);
}

export async function insertUser(db: Queryable, user: StoredUser): Promise<void> {
  await db.query(
    `INSERT INTO user_pool_users (sub, username, email, name, roles, attributes, enabled, status, temporary_until,
       created_at, updated_at, salt, verifier, alias_email, alias_id, alias_salt, alias_verifier)
     VALUES ($1::uuid, $2, $3, $4, $5::text[], $6::jsonb, $7::boolean, $8, $9::timestamptz,
       $10::timestamptz, $11::timestamptz, $12, $13, $14, $15::uuid, $16, $17)`,
    [
      user.sub,
      user.username,
      user.email,
      user.name,
      user.roles,
      JSON.stringify(user.attributes),
      user.enabled,
      user.status,
      user.temporaryUntil,
      user.createdAt,
      user.updatedAt,
      user.salt,
      user.verifier,
      user.aliasEmail,
      user.aliasId,
      user.aliasSalt,
      user.aliasVerifier,
    ],
  );
}

export async function updatePassword(
  db: Queryable,
  sub: string,
  credentials: Credentials,
  state: { status: UserStatus; temporaryUntil: Date | null; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE user_pool_users SET salt = $2, verifier = $3, alias_email = $4, alias_id = $5::uuid, alias_salt = $6,
       alias_verifier = $7, status = $8, temporary_until = $9::timestamptz, updated_at = $10::timestamptz WHERE sub = $1::uuid`,
    [
      sub,
      credentials.salt,
      credentials.verifier,
      credentials.aliasEmail,
      credentials.aliasId,
      credentials.aliasSalt,
      credentials.aliasVerifier,
      state.status,
      state.temporaryUntil,
      state.now,
    ],
  );
}

export interface UserChanges {
  email?: string;
  name?: string;
  roles?: string[];
  /** Merged into the stored attributes. */
  attributes?: Record<string, string>;
  enabled?: boolean;
  status?: UserStatus;
}

export async function updateUser(db: Queryable, sub: string, changes: UserChanges, now: Date): Promise<void> {
  await db.query(
    `UPDATE user_pool_users SET email = coalesce($2, email), name = coalesce($3, name),
       roles = coalesce($4::text[], roles), attributes = attributes || coalesce($5::jsonb, '{}'::jsonb),
       enabled = coalesce($6::boolean, enabled), status = coalesce($7, status), updated_at = $8::timestamptz
     WHERE sub = $1::uuid`,
    [
      sub,
      changes.email ?? null,
      changes.name ?? null,
      changes.roles ?? null,
      changes.attributes ? JSON.stringify(changes.attributes) : null,
      changes.enabled ?? null,
      changes.status ?? null,
      now,
    ],
  );
}

/** A stored user without the credentials and the epoch. */
export function toPoolUser(user: StoredUser): PoolUser {
  const {
    salt: _salt,
    verifier: _verifier,
    aliasEmail: _email,
    aliasId: _id,
    aliasSalt: _aliasSalt,
    aliasVerifier: _alias,
    epoch: _epoch,
    ...poolUser
  } = user;
  return poolUser;
}
