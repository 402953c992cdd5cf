import { invalidSession, wrongCredentials } from '../errors.ts';
import { validatePassword, refusePassword } from '../passwordPolicy.ts';
import { provesPassword, sameVerifier, verifierOf } from '../srp.ts';
import { findBySub } from '../users.ts';
import { accountAttributes } from './account.ts';
import { admitClient } from './action.ts';
import type { Action, Call } from './action.ts';
import { candidateFor, guessPassword, passwordProved, signIn } from './authentication.ts';
import { group, invalidParameter, MAX_NAME, MAX_PASSWORD, text } from './parameters.ts';
import type { Parameters } from './parameters.ts';

type Answer = (call: Call, given: Parameters) => Promise<Record<string, unknown>>;

const CHALLENGES = new Map<string, Answer>([
  ['PASSWORD_VERIFIER', provePassword],
  ['NEW_PASSWORD_REQUIRED', chooseNewPassword],
]);

export const respondToAuthChallenge: Action = async (call) => {
  await admitClient(call);
  const answer = CHALLENGES.get(text(call.body, 'ChallengeName', 64));
  if (!answer) throw invalidParameter('Unknown challenge');
  return answer(call, group(call.body, 'ChallengeResponses'));
};

async function provePassword(call: Call, given: Parameters) {
  const { pool } = call;
  const userId = text(given, 'USERNAME', MAX_NAME);
  const secretBlock = text(given, 'PASSWORD_CLAIM_SECRET_BLOCK', 1024);
  const signature = Buffer.from(text(given, 'PASSWORD_CLAIM_SIGNATURE', 256), 'base64');
  const timestamp = text(given, 'TIMESTAMP', 64);
  const state = await pool.challenges.take('PASSWORD_VERIFIER', secretBlock);
  if (!state || state.userId !== userId) throw invalidSession();
  const candidate = await candidateFor(pool, state.name);
  const check = async () => {
    const right = provesPassword({
      identity: { poolName: pool.poolName, userId: state.userId, salt: state.salt },
      verifier: candidate.verifier,
      clientValue: state.clientValue,
      secret: state.secret,
      secretBlock: Buffer.from(secretBlock, 'base64'),
      timestamp,
      signature,
    });
    if (!right || !candidate.user) throw wrongCredentials();
  };
  await guessPassword(call, candidate, check);
  if (candidate.user?.epoch !== state.epoch) throw invalidSession();
  return passwordProved(call, candidate);
}

async function chooseNewPassword(call: Call, given: Parameters) {
  const { pool } = call;
  const session = text(call.body, 'Session', 2048);
  const userId = text(given, 'USERNAME', MAX_NAME);
  const password = text(given, 'NEW_PASSWORD', MAX_PASSWORD);
  const attributes = Object.entries(given)
    .filter(([key]) => key.startsWith('userAttributes.'))
    .map(([key, value]) => ({ Name: key.slice('userAttributes.'.length), Value: value }));
  // Mistakes in the answer leave the challenge open, so that the person may try another password.
  const open = await pool.challenges.peek('NEW_PASSWORD_REQUIRED', session);
  const user = open && (await findBySub(pool.db, open.sub));
  if (!user?.enabled || user.epoch !== open?.epoch || open.userId !== userId) throw invalidSession();
  validatePassword(password);
  const sameAsBefore = verifierOf(
    { poolName: pool.poolName, userId: user.username, salt: user.salt },
    password,
  );
  if (sameVerifier(sameAsBefore, user.verifier))
    throw refusePassword('Password must differ from the temporary password');
  const changes = accountAttributes(attributes, user);
  if (!(await pool.challenges.take('NEW_PASSWORD_REQUIRED', session))) throw invalidSession();
  const { done: updated } = await pool.administer(async (administration) => {
    await administration.change(user.sub, changes);
    return administration.replacePassword(user, password);
  });
  pool.events.emit({ kind: 'password-change', user: updated, address: call.address });
  return signIn(call, updated);
}
