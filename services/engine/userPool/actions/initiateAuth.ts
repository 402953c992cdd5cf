import { attemptsExceeded, PoolError, wrongCredentials } from '../errors.ts';
import { parsePublicValue, sameVerifier, serverPair, verifierOf } from '../srp.ts';
import { findBySub } from '../users.ts';
import { admitClient } from './action.ts';
import type { Action, Call } from './action.ts';
import { authenticationResult, candidateFor, guessPassword, passwordProved } from './authentication.ts';
import { group, invalidParameter, MAX_NAME, MAX_PASSWORD, text } from './parameters.ts';
import type { Parameters } from './parameters.ts';

/** The managed service's default; the client answers at once. */
const SRP_CHALLENGE_MS = 3 * 60_000;

type Flow = (call: Call, given: Parameters) => Promise<Record<string, unknown>>;

const FLOWS = new Map<string, Flow>([
  ['USER_SRP_AUTH', startSrp],
  ['USER_PASSWORD_AUTH', plainPassword],
  ['REFRESH_TOKEN_AUTH', refresh],
  ['REFRESH_TOKEN', refresh],
]);

export const initiateAuth: Action = async (call) => {
  await admitClient(call);
  const flow = FLOWS.get(text(call.body, 'AuthFlow', 64));
  if (!flow) throw invalidParameter('Auth flow not enabled for this client');
  return flow(call, group(call.body, 'AuthParameters'));
};

async function startSrp({ pool, address }: Call, given: Parameters) {
  const typed = text(given, 'USERNAME', MAX_NAME);
  const clientValue = text(given, 'SRP_A', 1024);
  if (parsePublicValue(clientValue) === undefined) throw invalidParameter('SRP_A is not a valid value');
  const { name, user, identity, verifier } = await candidateFor(pool, typed);
  if (await pool.throttle.isLocked('password', name, address)) throw attemptsExceeded();
  const pair = serverPair(verifier);
  const state = { name, ...identity, clientValue, secret: pair.secret, epoch: user?.epoch };
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: identity.salt,
      SECRET_BLOCK: await pool.challenges.create('PASSWORD_VERIFIER', state, SRP_CHALLENGE_MS),
      SRP_B: pair.publicValue,
      USERNAME: identity.userId,
      USER_ID_FOR_SRP: identity.userId,
    },
  };
}

async function plainPassword(call: Call, given: Parameters) {
  const { pool } = call;
  const typed = text(given, 'USERNAME', MAX_NAME);
  const password = text(given, 'PASSWORD', MAX_PASSWORD);
  const candidate = await candidateFor(pool, typed);
  const check = async () => {
    const verifier = verifierOf({ poolName: pool.poolName, ...candidate.identity }, password);
    if (!sameVerifier(verifier, candidate.verifier) || !candidate.user) throw wrongCredentials();
  };
  await guessPassword(call, candidate, check);
  return passwordProved(call, candidate);
}

async function refresh({ pool }: Call, given: Parameters) {
  const session = await pool.sessions.findByRefreshToken(text(given, 'REFRESH_TOKEN', 2048));
  if (!session) throw new PoolError('NotAuthorizedException', 'Invalid Refresh Token');
  if (session.expiresAt <= pool.now())
    throw new PoolError('NotAuthorizedException', 'Refresh Token has expired');
  const user = await findBySub(pool.db, session.sub);
  if (!user?.enabled) throw new PoolError('NotAuthorizedException', 'Refresh Token has been revoked');
  return {
    AuthenticationResult: await authenticationResult(pool, user, session.id, session.createdAt),
    ChallengeParameters: {},
  };
}
