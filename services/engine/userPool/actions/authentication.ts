import { attemptsExceeded, invalidSession, PoolError, wrongCredentials } from '../errors.ts';
import { isPlausibleName, normaliseName, publicIdentity } from '../names.ts';
import type { PublicIdentity } from '../names.ts';
import { verifierFrom } from '../srp.ts';
import { timesRetired } from '../retiredNames.ts';
import { findByName } from '../users.ts';
import type { StoredUser } from '../users.ts';
import { TOKEN_LIFETIME_S } from '../tokens.ts';
import type { UserPool } from '../pool.ts';
import { guess } from './action.ts';
import type { Call } from './action.ts';

/** New passwords are chosen at leisure; the password itself is proved by a program. */
const NEW_PASSWORD_MS = 15 * 60_000;

/** Everything a password can be checked against; of the same shape, and as costly, when nobody has the name. */
export interface Candidate {
  name: string;
  user: StoredUser | undefined;
  identity: PublicIdentity;
  verifier: string;
}

export async function candidateFor(pool: UserPool, typed: string): Promise<Candidate> {
  const name = normaliseName(typed);
  const [user, retired] = await Promise.all([
    findByName(pool.db, isPlausibleName(name) ? name : ''),
    timesRetired(pool.db, pool.keys, name),
  ]);
  if (!user) {
    const verifier = verifierFrom(pool.keys.digest('verifier', name));
    return { name, user, identity: publicIdentity(pool.keys, name, retired), verifier };
  }
  if (name === user.username)
    return { name, user, identity: { userId: user.username, salt: user.salt }, verifier: user.verifier };
  return {
    name,
    user,
    identity: { userId: user.aliasId, salt: user.aliasSalt },
    verifier: user.aliasVerifier,
  };
}

/** Charges a guess of the candidate's password and tells of a wrong one. `check` throws for it. */
export async function guessPassword(
  call: Call,
  candidate: Candidate,
  check: () => Promise<void>,
): Promise<void> {
  const told = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      call.pool.events.emit({ kind: 'sign-in-failed', user: candidate.user, address: call.address });
      throw error;
    }
  };
  await guess(call, 'password', candidate.name, told, { refused: attemptsExceeded });
}

/**
 * What follows a right password: tokens, or the demand for a new one. Throws NotAuthorizedException for a disabled
 * user or an old temporary password, PasswordResetRequiredException after an administrator's reset; only somebody
 * who knows the password gets to hear these.
 */
export async function passwordProved(call: Call, { user, name, identity }: Candidate) {
  const { pool, address } = call;
  if (!user) throw wrongCredentials();
  await pool.throttle.remember([...new Set([user.username, user.email, name])], address);
  if (!user.enabled) throw new PoolError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'RESET_REQUIRED')
    throw new PoolError('PasswordResetRequiredException', 'Password reset required for the user');
  if (user.status === 'CONFIRMED') return signIn(call, user);
  if (user.temporaryUntil && user.temporaryUntil <= pool.now())
    throw new PoolError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    );
  const state = { sub: user.sub, userId: identity.userId, epoch: user.epoch };
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeParameters: {
      USER_ID_FOR_SRP: identity.userId,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify({ ...user.attributes, email: user.email, name: user.name }),
    },
    Session: await pool.challenges.create('NEW_PASSWORD_REQUIRED', state, NEW_PASSWORD_MS),
  };
}

/** Throws NotAuthorizedException when what ends sessions has come since `user` was read. */
export async function signIn({ pool, address }: Call, user: StoredUser) {
  const session = await pool.sessions.create(user, pool.settings.refreshLifetimeMs);
  if (!session) throw invalidSession();
  pool.events.emit({ kind: 'sign-in', user, address });
  return {
    AuthenticationResult: {
      ...(await authenticationResult(pool, user, session.id)),
      RefreshToken: session.refreshToken,
    },
    ChallengeParameters: {},
  };
}

export async function authenticationResult(
  pool: UserPool,
  user: StoredUser,
  sessionId: string,
  since = pool.now(),
) {
  const attributes = { ...user.attributes, ...(await pool.sharedAttributes()) };
  const { idToken, accessToken } = await pool.tokens.issue({ ...user, attributes }, sessionId, since);
  return { AccessToken: accessToken, IdToken: idToken, ExpiresIn: TOKEN_LIFETIME_S, TokenType: 'Bearer' };
}
