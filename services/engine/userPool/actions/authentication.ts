import { attemptsExceeded, invalidSession, PoolError, wrongCredentials } from '../errors.ts';
import { isPlausibleName, normaliseName, publicIdentity } from '../names.ts';
import type { PublicIdentity } from '../names.ts';
import { fakeVerifier } from '../srp.ts';
import { countRetirements } from '../retiredNames.ts';
import { findByName } from '../users.ts';
import type { StoredUser } from '../users.ts';
import { TOKEN_LIFETIME_S } from '../tokens.ts';
import type { UserPool } from '../pool.ts';
import { limitAttempts } from './action.ts';
import type { Call } from './action.ts';

/** Longer than the SRP challenge, which the client library answers by itself: people choose a new password. */
const NEW_PASSWORD_CHALLENGE_TTL_MS = 15 * 60_000;

/** What a password is checked against. It takes as long, and looks the same, when nobody has the name. */
export interface Candidate {
  name: string;
  user: StoredUser | undefined;
  identity: PublicIdentity;
  verifier: string;
}

export async function loadCandidate(pool: UserPool, typedName: string): Promise<Candidate> {
  const name = normaliseName(typedName);
  const [user, retirements] = await Promise.all([
    findByName(pool.db, isPlausibleName(name) ? name : ''),
    countRetirements(pool.db, pool.keys, name),
  ]);
  if (!user) {
    const verifier = fakeVerifier(pool.keys.digest('verifier', name));
    return { name, user, identity: publicIdentity(pool.keys, name, retirements), verifier };
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

/** Runs one attempt at the candidate's password and emits an event when it was wrong, which `check` throws for. */
export async function attemptPassword(
  call: Call,
  candidate: Candidate,
  check: () => Promise<void>,
): Promise<void> {
  const checkAndReport = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      call.pool.events.emit({ kind: 'sign-in-failed', user: candidate.user, address: call.address });
      throw error;
    }
  };
  await limitAttempts(call, 'password', candidate.name, checkAndReport, { lockedError: attemptsExceeded });
}

/**
 * Continues a sign-in after the right password, with tokens or with the challenge for a new password. Throws
 * NotAuthorizedException for a disabled user or an expired temporary password, PasswordResetRequiredException after an
 * administrator's reset; only somebody who knows the password learns of these.
 */
export async function continueWithPassword(call: Call, { user, name, identity }: Candidate) {
  const { pool, address } = call;
  if (!user) throw wrongCredentials();
  await pool.throttle.addKnownAddress([...new Set([user.username, user.email, name])], address);
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
    Session: await pool.challenges.create('NEW_PASSWORD_REQUIRED', state, NEW_PASSWORD_CHALLENGE_TTL_MS),
  };
}

/** Creates a session and its tokens. Throws NotAuthorizedException when the user's sessions were ended after `user` was read. */
export async function signIn({ pool, address }: Call, user: StoredUser) {
  const session = await pool.sessions.create(user, pool.settings.refreshLifetimeMs);
  if (!session) throw invalidSession();
  pool.events.emit({ kind: 'sign-in', user, address });
  return {
    AuthenticationResult: {
      ...(await createAuthenticationResult(pool, user, session.id)),
      RefreshToken: session.refreshToken,
    },
    ChallengeParameters: {},
  };
}

export async function createAuthenticationResult(
  pool: UserPool,
  user: StoredUser,
  sessionId: string,
  authTime = pool.now(),
) {
  const attributes = { ...user.attributes, ...(await pool.sharedAttributes()) };
  const { idToken, accessToken } = await pool.tokens.issue({ ...user, attributes }, sessionId, authTime);
  return { AccessToken: accessToken, IdToken: idToken, ExpiresIn: TOKEN_LIFETIME_S, TokenType: 'Bearer' };
}
