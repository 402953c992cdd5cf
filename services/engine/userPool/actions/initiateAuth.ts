import { attemptsExceeded, PoolError, wrongCredentials } from '../errors.ts';
import { parsePublicValue, isSameVerifier, createServerKeyPair, computeVerifier } from '../srp.ts';
import { findBySub } from '../users.ts';
import { admitClient } from './action.ts';
import type { Action, Call } from './action.ts';
import {
  createAuthenticationResult,
  loadCandidate,
  attemptPassword,
  continueWithPassword,
} from './authentication.ts';
import {
  optionalMap,
  invalidParameter,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  requiredText,
} from './parameters.ts';
import type { Parameters } from './parameters.ts';

/** The managed service's default. */
const SRP_CHALLENGE_TTL_MS = 3 * 60_000;

type Flow = (call: Call, parameters: Parameters) => Promise<Record<string, unknown>>;

const AUTH_FLOWS = new Map<string, Flow>([
  ['USER_SRP_AUTH', startSrp],
  ['USER_PASSWORD_AUTH', signInWithPassword],
  ['REFRESH_TOKEN_AUTH', refreshSession],
  ['REFRESH_TOKEN', refreshSession],
]);

export const initiateAuth: Action = async (call) => {
  await admitClient(call);
  const flow = AUTH_FLOWS.get(requiredText(call.body, 'AuthFlow', 64));
  if (!flow) throw invalidParameter('Auth flow not enabled for this client');
  return flow(call, optionalMap(call.body, 'AuthParameters'));
};

async function startSrp({ pool, address }: Call, parameters: Parameters) {
  const typedName = requiredText(parameters, 'USERNAME', MAX_NAME_LENGTH);
  const clientValue = requiredText(parameters, 'SRP_A', 1024);
  if (parsePublicValue(clientValue) === undefined) throw invalidParameter('SRP_A is not a valid value');
  const { name, user, identity, verifier } = await loadCandidate(pool, typedName);
  if (await pool.throttle.isLocked('password', name, address)) throw attemptsExceeded();
  const keyPair = createServerKeyPair(verifier);
  const state = { name, ...identity, clientValue, secret: keyPair.secret, epoch: user?.epoch };
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: identity.salt,
      SECRET_BLOCK: await pool.challenges.create('PASSWORD_VERIFIER', state, SRP_CHALLENGE_TTL_MS),
      SRP_B: keyPair.publicValue,
      USERNAME: identity.userId,
      USER_ID_FOR_SRP: identity.userId,
    },
  };
}

async function signInWithPassword(call: Call, parameters: Parameters) {
  const { pool } = call;
  const typedName = requiredText(parameters, 'USERNAME', MAX_NAME_LENGTH);
  const password = requiredText(parameters, 'PASSWORD', MAX_PASSWORD_LENGTH);
  const candidate = await loadCandidate(pool, typedName);
  const check = async () => {
    const verifier = computeVerifier({ poolName: pool.poolName, ...candidate.identity }, password);
    if (!isSameVerifier(verifier, candidate.verifier) || !candidate.user) throw wrongCredentials();
  };
  await attemptPassword(call, candidate, check);
  return continueWithPassword(call, candidate);
}

async function refreshSession({ pool }: Call, parameters: Parameters) {
  const session = await pool.sessions.findByRefreshToken(requiredText(parameters, 'REFRESH_TOKEN', 2048));
  if (!session) throw new PoolError('NotAuthorizedException', 'Invalid Refresh Token');
  if (session.expiresAt <= pool.now())
    throw new PoolError('NotAuthorizedException', 'Refresh Token has expired');
  const user = await findBySub(pool.db, session.sub);
  if (!user?.enabled) throw new PoolError('NotAuthorizedException', 'Refresh Token has been revoked');
  return {
    AuthenticationResult: await createAuthenticationResult(pool, user, session.id, session.createdAt),
    ChallengeParameters: {},
  };
}
