import { PoolError } from '../errors.ts';
import type { PoolUser } from '../users.ts';
import { findBySub } from '../users.ts';
import { admitClient, signedIn } from './action.ts';
import type { Action } from './action.ts';
import { invalidParameter, isObject, text } from './parameters.ts';

/**
 * What people may change about themselves here, with the most UTF-16 units of each. Everything else, the name too, is
 * carried over from the member's record, where it is signed and kept in a history.
 */
const WRITABLE = new Map([
  ['picture', 2048],
  ['locale', 64],
  ['zoneinfo', 64],
]);
const MAX_ATTRIBUTE = 2048;

interface AttributeChanges {
  attributes: Record<string, string>;
}

/**
 * Attribute pairs `{Name, Value}` as changes. Attributes that are sent back unchanged are no change: client
 * libraries return what the challenge showed them. Throws InvalidParameterException, NotAuthorizedException.
 */
export function accountAttributes(pairs: unknown, user: PoolUser): AttributeChanges {
  if (!Array.isArray(pairs) || pairs.length > 50) throw invalidParameter('UserAttributes must be a list');
  const current = new Map(attributesOf(user).map(({ Name, Value }) => [Name, Value]));
  const changes: AttributeChanges = { attributes: {} };
  for (const pair of pairs) {
    if (!isObject(pair)) throw invalidParameter('UserAttributes must hold pairs of Name and Value');
    const name = text(pair, 'Name', 64);
    const value = text(pair, 'Value', MAX_ATTRIBUTE);
    if (/\p{Cs}|\p{Cc}/u.test(value)) throw invalidParameter(`${name}: control characters are not allowed`);
    if (current.get(name) === value) continue;
    const max = WRITABLE.get(name);
    if (max === undefined)
      throw new PoolError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
    if (value.length > max) throw invalidParameter(`${name}: at most ${max} characters are allowed`);
    changes.attributes[name] = value;
  }
  return changes;
}

function attributesOf(user: PoolUser): { Name: string; Value: string }[] {
  const all = {
    sub: user.sub,
    email_verified: 'true',
    ...user.attributes,
    name: user.name,
    email: user.email,
  };
  return Object.entries(all).map(([Name, Value]) => ({ Name, Value }));
}

export const getUser: Action = async (call) => {
  const { sub } = await signedIn(call);
  const user = await findBySub(call.pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  const attributes = { ...user.attributes, ...(await call.pool.sharedAttributes()) };
  return { Username: user.username, UserAttributes: attributesOf({ ...user, attributes }) };
};

export const updateUserAttributes: Action = async (call) => {
  const { sub } = await signedIn(call);
  const user = await findBySub(call.pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  await call.pool.updateUser(user.username, accountAttributes(call.body['UserAttributes'], user));
  return { CodeDeliveryDetailsList: [] };
};

export const globalSignOut: Action = async (call) => {
  const user = await signedIn(call);
  await call.pool.administer((administration) => administration.endSessions(user.sub));
  call.pool.events.emit({ kind: 'sign-out', user, address: call.address });
  return {};
};

/** Ends the session of a refresh token, its other tokens included; tokens that are unknown are as good as revoked. */
export const revokeToken: Action = async (call) => {
  await admitClient(call);
  const { pool, address } = call;
  const session = await pool.sessions.findByRefreshToken(text(call.body, 'Token', 10_000));
  if (!session) return {};
  await pool.sessions.end(session.id);
  pool.events.emit({ kind: 'sign-out', user: await findBySub(pool.db, session.sub), address });
  return {};
};
