import { PoolError } from '../errors.ts';
import { findBySub, MAX_ATTRIBUTE_LENGTH, type PoolUser } from '../users.ts';
import { admitClient, requireSignedIn } from './action.ts';
import type { Action } from './action.ts';
import { invalidParameter, isObject, requiredText } from './parameters.ts';

/**
 * Attributes that users may change themselves, with the maximum of UTF-16 units of each. All others, the name too, are
 * copied from the member's record, whose history says who changed them.
 */
const WRITABLE_MAX_LENGTHS = new Map([
  ['picture', MAX_ATTRIBUTE_LENGTH],
  ['locale', 64],
  ['zoneinfo', 64],
]);

interface AttributeChanges {
  attributes: Record<string, string>;
}

/**
 * Reads pairs `{Name, Value}` as changes. Attributes with their current value are ignored, since client libraries
 * send back what the challenge contained. Throws InvalidParameterException, NotAuthorizedException.
 */
export function parseAttributeChanges(pairs: unknown, user: PoolUser): AttributeChanges {
  if (!Array.isArray(pairs) || pairs.length > 50) throw invalidParameter('UserAttributes must be a list');
  const current = new Map(attributePairs(user).map(({ Name, Value }) => [Name, Value]));
  const changes: AttributeChanges = { attributes: {} };
  for (const pair of pairs) {
    if (!isObject(pair)) throw invalidParameter('UserAttributes must hold pairs of Name and Value');
    const name = requiredText(pair, 'Name', 64);
    const value = requiredText(pair, 'Value', MAX_ATTRIBUTE_LENGTH);
    if (/\p{Cs}|\p{Cc}/u.test(value)) throw invalidParameter(`${name}: control characters are not allowed`);
    if (current.get(name) === value) continue;
    const maxLength = WRITABLE_MAX_LENGTHS.get(name);
    if (maxLength === undefined)
      throw new PoolError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
    if (value.length > maxLength)
      throw invalidParameter(`${name}: at most ${maxLength} characters are allowed`);
    changes.attributes[name] = value;
  }
  return changes;
}

function attributePairs(user: PoolUser): { Name: string; Value: string }[] {
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
  const { sub } = await requireSignedIn(call);
  const user = await findBySub(call.pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  const attributes = { ...user.attributes, ...(await call.pool.sharedAttributes()) };
  return { Username: user.username, UserAttributes: attributePairs({ ...user, attributes }) };
};

export const updateUserAttributes: Action = async (call) => {
  const { sub } = await requireSignedIn(call);
  const user = await findBySub(call.pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  await call.pool.updateUser(user.username, parseAttributeChanges(call.body['UserAttributes'], user));
  return { CodeDeliveryDetailsList: [] };
};

export const globalSignOut: Action = async (call) => {
  const user = await requireSignedIn(call);
  await call.pool.administer((administration) => administration.endSessions(user.sub));
  call.pool.events.emit({ kind: 'sign-out', user, address: call.address });
  return {};
};

/** Ends the session of a refresh token, which revokes its other tokens too; an unknown token counts as revoked. */
export const revokeToken: Action = async (call) => {
  await admitClient(call);
  const { pool, address } = call;
  const session = await pool.sessions.findByRefreshToken(requiredText(call.body, 'Token', 10_000));
  if (!session) return {};
  await pool.sessions.end(session.id);
  pool.events.emit({ kind: 'sign-out', user: await findBySub(pool.db, session.sub), address });
  return {};
};
