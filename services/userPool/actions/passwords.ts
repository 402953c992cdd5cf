import { limitExceeded, PoolError, wrongCredentials } from '../errors.ts';
import { isPlausibleName, maskedDestination, normaliseName } from '../names.ts';
import { checkPassword } from '../passwordPolicy.ts';
import { sameVerifier, verifierOf } from '../srp.ts';
import { findByName, findBySub } from '../users.ts';
import { resetCodeMessage } from '../messages.ts';
import { admitClient, guess, signedIn } from './action.ts';
import type { Action, Call } from './action.ts';
import { MAX_NAME, MAX_PASSWORD, text } from './parameters.ts';

/** Sends a code to the user's address. Whether there is such a user shows neither in the answer nor in its time. */
export const forgotPassword: Action = async (call) => {
  await admitClient(call);
  const { pool } = call;
  const name = normaliseName(text(call.body, 'Username', MAX_NAME));
  await countCode(call, name);
  const user = await findByName(pool.db, isPlausibleName(name) ? name : '');
  const recipient = user?.enabled ? user : undefined;
  const code = await pool.codes.create([name], recipient?.sub);
  if (recipient) pool.background.run(pool.mailer.send(resetCodeMessage(recipient, code)));
  const destination = maskedDestination(name);
  return {
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: destination },
  };
};

async function countCode({ pool, address }: Call, name: string): Promise<void> {
  const { pair, name: ofName, address: ofAddress } = pool.settings.limits.codesPerHour;
  const counters: [string, number][] = [
    [`code-pair\0${name}\0${address}`, pair],
    [`code-address\0${address}`, ofAddress],
    [`code-name\0${name}`, ofName],
  ];
  for (const [key, max] of counters)
    if (!(await pool.throttle.countCall(key, max, 3600_000))) throw limitExceeded();
}

export const confirmForgotPassword: Action = async (call) => {
  await admitClient(call);
  const { pool, address } = call;
  const name = normaliseName(text(call.body, 'Username', MAX_NAME));
  const code = text(call.body, 'ConfirmationCode', 2048).trim();
  const password = text(call.body, 'Password', MAX_PASSWORD);
  checkPassword(password);
  const sub = await guess(call, 'code', name, () => pool.codes.redeem(name, code));
  const user = await findBySub(pool.db, sub);
  if (!user?.enabled)
    throw new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
  await pool.storePassword(user, password, true);
  pool.events.emit({ kind: 'password-reset', user, address });
  // Who has the mailbox is the rightful person, whatever others have tried under this name.
  await pool.throttle.remember([user.username, user.email], address);
  await pool.throttle.forgive('password', [user.username, user.email], address);
  return {};
};

/** The session that asks stays, all others end. */
export const changePassword: Action = async (call) => {
  const { pool, body } = call;
  const { sub, sessionId } = await signedIn(call);
  const previous = text(body, 'PreviousPassword', MAX_PASSWORD);
  const proposed = text(body, 'ProposedPassword', MAX_PASSWORD);
  checkPassword(proposed);
  const user = await findBySub(pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  await guess(call, 'change', sub, async () => {
    const verifier = verifierOf(
      { poolName: pool.poolName, userId: user.username, salt: user.salt },
      previous,
    );
    if (!sameVerifier(verifier, user.verifier)) throw wrongCredentials();
  });
  await pool.storePassword(user, proposed, true, sessionId);
  pool.events.emit({ kind: 'password-change', user, address: call.address });
  return {};
};
