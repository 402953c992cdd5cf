import { limitExceeded, PoolError } from '../errors.ts';
import type { UserPool } from '../pool.ts';
import type { SessionUser } from '../sessions.ts';
import { requiredText } from './parameters.ts';
import type { Parameters } from './parameters.ts';

export interface Call {
  pool: UserPool;
  body: Parameters;
  /** The caller's address group, on which attempts are counted. */
  address: string;
}

/** One operation of the protocol. @returns the body of the response @throws PoolError */
export type Action = (call: Call) => Promise<Record<string, unknown>>;

/** Throws for an unknown client id, and for an address that calls too often. */
export async function admitClient({ pool, body, address }: Call): Promise<void> {
  const clientId = requiredText(body, 'ClientId', 128);
  if (clientId !== pool.settings.clientId)
    throw new PoolError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
  pool.deleteExpired();
  if (!(await pool.throttle.countCall(`call\0${address}`, pool.settings.limits.callsPerMinute, 60_000)))
    throw new PoolError('TooManyRequestsException', 'Rate exceeded');
}

/** The user of `AccessToken`; an id token is rejected. */
export async function requireSignedIn({ pool, body }: Call): Promise<SessionUser> {
  const token = requiredText(body, 'AccessToken', 10_000);
  const claims = await pool.tokens.verify(token);
  if (claims.use !== 'access') throw new PoolError('NotAuthorizedException', 'Invalid Access Token');
  return pool.verifyToken(token);
}

/**
 * Runs an attempt that throws when it was wrong. The attempt is charged before it runs; the charge is taken back when it
 * was right. While the name or the address is locked, it throws `lockedError` without running the attempt.
 * @param options.ownFailuresOnly ignores failures from other addresses
 */
export async function limitAttempts<T>(
  { pool, address }: Call,
  kind: string,
  name: string,
  attempt: () => Promise<T>,
  {
    lockedError = limitExceeded,
    ownFailuresOnly,
  }: { lockedError?: () => PoolError; ownFailuresOnly?: boolean } = {},
): Promise<T> {
  const refund = await pool.throttle.charge(kind, name, address, ownFailuresOnly);
  if (!refund) throw lockedError();
  const result = await attempt();
  await refund();
  return result;
}
