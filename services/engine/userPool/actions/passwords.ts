import { limitExceeded, PoolError, wrongCredentials } from '../errors.ts';
import { isPlausibleName, maskedDestination, normaliseName } from '../names.ts';
import { validatePassword } from '../passwordPolicy.ts';
import { sameVerifier, verifierOf } from '../srp.ts';
import { findByName, findBySub } from '../users.ts';
import { resetCodeMessage } from '../messages.ts';
import { admitClient, guess, signedIn } from './action.ts';
import type { Action, Call } from './action.ts';
import { MAX_NAME, MAX_PASSWORD, text } from './parameters.ts';
import { languageNow } from '../../http/languages.ts';

/** Sends a code to the user's address. Whether there is such a user shows neither in the answer nor in its time. */
export const forgotPassword: Action = async (call) => {
  await admitClient(call);
  const { pool } = call;
  const name = normaliseName(text(call.body, 'Username', MAX_NAME));
  const language = languageNow();
  if (await mayAsk(call, name)) pool.background.later(() => sendCode(call, name, language));
  const destination = maskedDestination(name);
  return {
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: destination },
  };
};

/**
 * False: enough codes were asked for under this name; the last one stays good. Where the name has signed in, others
 * do not use up its codes. Throws LimitExceededException for an address that asks for many names.
 */
async function mayAsk({ pool, address }: Call, name: string): Promise<boolean> {
  const { throttle, settings } = pool;
  const max = settings.limits.codesPerHour;
  const count = (key: string, most: number) => throttle.countCall(key, most, 3600_000);
  if (!(await count(`code-address\0${address}`, max.address))) throw limitExceeded();
  if (!(await count(`code-pair\0${name}\0${address}`, max.pair))) return false;
  const ofName = await count(`code-name\0${name}`, max.name);
  return (await throttle.isKnown(name, address)) || ofName;
}

async function sendCode({ pool, address }: Call, name: string, language: string): Promise<void> {
  const user = await findByName(pool.db, isPlausibleName(name) ? name : '');
  const recipient = user?.enabled ? user : undefined;
  const code = await pool.codes.create([name], address, recipient);
  if (recipient && code !== undefined)
    await pool.mailer.send({ ...resetCodeMessage(recipient, code), language });
}

export const confirmForgotPassword: Action = async (call) => {
  await admitClient(call);
  const { pool, address } = call;
  const name = normaliseName(text(call.body, 'Username', MAX_NAME));
  const code = text(call.body, 'ConfirmationCode', 2048).trim();
  const password = text(call.body, 'Password', MAX_PASSWORD);
  validatePassword(password);
  const own = await pool.codes.isOut(name, address);
  const right = await guess(call, 'code', name, () => pool.codes.verify(name, code, address), { own });
  const { done: user } = await pool.administer((administration) =>
    administration.redeemCode(right, password),
  );
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
  validatePassword(proposed);
  const user = await findBySub(pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  await guess(call, 'change', sub, async () => {
    const verifier = verifierOf(
      { poolName: pool.poolName, userId: user.username, salt: user.salt },
      previous,
    );
    if (!sameVerifier(verifier, user.verifier)) throw wrongCredentials();
  });
  await pool.administer((administration) => administration.replacePassword(user, proposed, sessionId));
  pool.events.emit({ kind: 'password-change', user, address: call.address });
  return {};
};
