import { limitExceeded, PoolError } from '../errors.ts';
import type { UserPool } from '../pool.ts';
import type { SessionUser } from '../sessions.ts';
import { text } from './parameters.ts';
import type { Parameters } from './parameters.ts';

export interface Call {
  pool: UserPool;
  body: Parameters;
  /** The caller's address as attempts are counted on it. */
  address: string;
}

/** One operation of the protocol: throws PoolError, gives the answer's body. */
export type Action = (call: Call) => Promise<Record<string, unknown>>;

/** Refuses other clients, and addresses that call too often. */
export async function admitClient({ pool, body, address }: Call): Promise<void> {
  const clientId = text(body, 'ClientId', 128);
  if (clientId !== pool.settings.clientId)
    throw new PoolError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
  pool.sweep();
  if (!(await pool.throttle.countCall(`call\0${address}`, pool.settings.limits.callsPerMinute, 60_000)))
    throw new PoolError('TooManyRequestsException', 'Rate exceeded');
}

/** The person behind `AccessToken`; an id token will not do here. */
export async function signedIn({ pool, body }: Call): Promise<SessionUser> {
  const token = text(body, 'AccessToken', 10_000);
  const claims = await pool.tokens.verify(token);
  if (claims.use !== 'access') throw new PoolError('NotAuthorizedException', 'Invalid Access Token');
  return pool.verifyToken(token);
}

/**
 * Charges a guess, runs it, and takes the charge back when it was right. `refused` is thrown without running it
 * while the name or address is locked; `own` leaves others' failures out of it.
 */
export async function guess<T>(
  { pool, address }: Call,
  kind: string,
  name: string,
  work: () => Promise<T>,
  { refused = limitExceeded, own }: { refused?: () => PoolError; own?: boolean } = {},
): Promise<T> {
  const settle = await pool.throttle.charge(kind, name, address, own);
  if (!settle) throw refused();
  const result = await work();
  await settle();
  return result;
}
