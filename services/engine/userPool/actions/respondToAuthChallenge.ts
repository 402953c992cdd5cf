import { invalidSession, wrongCredentials } from '../errors.ts';
import { validatePassword, invalidPassword } from '../passwordPolicy.ts';
import { verifyProof, isSameVerifier, computeVerifier } from '../srp.ts';
import { findBySub } from '../users.ts';
import { parseAttributeChanges } from './account.ts';
import { admitClient } from './action.ts';
import type { Action, Call } from './action.ts';
import { loadCandidate, attemptPassword, continueWithPassword, signIn } from './authentication.ts';
import {
  optionalMap,
  invalidParameter,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  requiredText,
} from './parameters.ts';
import type { Parameters } from './parameters.ts';

type ChallengeHandler = (call: Call, parameters: Parameters) => Promise<Record<string, unknown>>;

const CHALLENGES = new Map<string, ChallengeHandler>([
  ['PASSWORD_VERIFIER', verifyPasswordClaim],
  ['NEW_PASSWORD_REQUIRED', setNewPassword],
]);

export const respondToAuthChallenge: Action = async (call) => {
  await admitClient(call);
  const handleChallenge = CHALLENGES.get(requiredText(call.body, 'ChallengeName', 64));
  if (!handleChallenge) throw invalidParameter('Unknown challenge');
  return handleChallenge(call, optionalMap(call.body, 'ChallengeResponses'));
};

async function verifyPasswordClaim(call: Call, parameters: Parameters) {
  const { pool } = call;
  const userId = requiredText(parameters, 'USERNAME', MAX_NAME_LENGTH);
  const secretBlock = requiredText(parameters, 'PASSWORD_CLAIM_SECRET_BLOCK', 1024);
  const signature = Buffer.from(requiredText(parameters, 'PASSWORD_CLAIM_SIGNATURE', 256), 'base64');
  const timestamp = requiredText(parameters, 'TIMESTAMP', 64);
  const state = await pool.challenges.consume('PASSWORD_VERIFIER', secretBlock);
  if (!state || state.userId !== userId) throw invalidSession();
  const candidate = await loadCandidate(pool, state.name);
  const check = async () => {
    const isProven = verifyProof({
      identity: { poolName: pool.poolName, userId: state.userId, salt: state.salt },
      verifier: candidate.verifier,
      clientValue: state.clientValue,
      secret: state.secret,
      secretBlock: Buffer.from(secretBlock, 'base64'),
      timestamp,
      signature,
    });
    if (!isProven || !candidate.user) throw wrongCredentials();
  };
  await attemptPassword(call, candidate, check);
  if (candidate.user?.epoch !== state.epoch) throw invalidSession();
  return continueWithPassword(call, candidate);
}

async function setNewPassword(call: Call, parameters: Parameters) {
  const { pool } = call;
  const session = requiredText(call.body, 'Session', 2048);
  const userId = requiredText(parameters, 'USERNAME', MAX_NAME_LENGTH);
  const password = requiredText(parameters, 'NEW_PASSWORD', MAX_PASSWORD_LENGTH);
  const attributes = Object.entries(parameters)
    .filter(([key]) => key.startsWith('userAttributes.'))
    .map(([key, value]) => ({ Name: key.slice('userAttributes.'.length), Value: value }));
  // An invalid new password leaves the challenge open, so that the user can try another one.
  const challenge = await pool.challenges.peek('NEW_PASSWORD_REQUIRED', session);
  const user = challenge && (await findBySub(pool.db, challenge.sub));
  if (!user?.enabled || user.epoch !== challenge?.epoch || challenge.userId !== userId)
    throw invalidSession();
  validatePassword(password);
  const newVerifier = computeVerifier(
    { poolName: pool.poolName, userId: user.username, salt: user.salt },
    password,
  );
  if (isSameVerifier(newVerifier, user.verifier))
    throw invalidPassword('Password must differ from the temporary password');
  const changes = parseAttributeChanges(attributes, user);
  if (!(await pool.challenges.consume('NEW_PASSWORD_REQUIRED', session))) throw invalidSession();
  const { result: updated } = await pool.administer(async (administration) => {
    await administration.change(user.sub, changes);
    return administration.replacePassword(user, password);
  });
  pool.events.emit({ kind: 'password-change', user: updated, address: call.address });
  return signIn(call, updated);
}
