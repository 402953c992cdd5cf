import { limitExceeded, PoolError, wrongCredentials } from '../errors.ts';
import { isPlausibleName, maskDestination, normaliseName } from '../names.ts';
import { validatePassword } from '../passwordPolicy.ts';
import { isSameVerifier, computeVerifier } from '../srp.ts';
import { findByName, findBySub } from '../users.ts';
import { resetCodeMessage } from '../messages.ts';
import { admitClient, limitAttempts, requireSignedIn } from './action.ts';
import type { Action, Call } from './action.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, requiredText } from './parameters.ts';
import { currentLanguage } from '../../http/languages.ts';

/** Sends a code to the user's address. Neither the response nor its timing discloses whether there is such a user. */
export const forgotPassword: Action = async (call) => {
  await admitClient(call);
  const { pool } = call;
  const name = normaliseName(requiredText(call.body, 'Username', MAX_NAME_LENGTH));
  const language = currentLanguage();
  if (await countCodeRequest(call, name)) pool.background.defer(() => sendCode(call, name, language));
  const destination = maskDestination(name);
  return {
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: destination },
  };
};

/**
 * Counts a request for a code. Requests from other addresses do not count for an address from which the name has signed
 * in. Throws LimitExceededException for an address that requests codes for many names.
 * @returns false beyond the limit of the name: then no code is sent, and the last one stays valid
 */
async function countCodeRequest({ pool, address }: Call, name: string): Promise<boolean> {
  const { throttle, settings } = pool;
  const limits = settings.limits.codesPerHour;
  const count = (key: string, max: number) => throttle.countCall(key, max, 3600_000);
  if (!(await count(`code-address\0${address}`, limits.address))) throw limitExceeded();
  if (!(await count(`code-pair\0${name}\0${address}`, limits.pair))) return false;
  const isWithinNameLimit = await count(`code-name\0${name}`, limits.name);
  return (await throttle.isKnownAddress(name, address)) || isWithinNameLimit;
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
  const name = normaliseName(requiredText(call.body, 'Username', MAX_NAME_LENGTH));
  const code = requiredText(call.body, 'ConfirmationCode', 2048).trim();
  const password = requiredText(call.body, 'Password', MAX_PASSWORD_LENGTH);
  validatePassword(password);
  const ownFailuresOnly = await pool.codes.hasPendingCode(name, address);
  const verifiedCode = await limitAttempts(call, 'code', name, () => pool.codes.verify(name, code, address), {
    ownFailuresOnly,
  });
  const { result: user } = await pool.administer((administration) =>
    administration.redeemCode(verifiedCode, password),
  );
  pool.events.emit({ kind: 'password-reset', user, address });
  // Whoever reads the mailbox is the user, whatever others have tried under this name.
  await pool.throttle.addKnownAddress([user.username, user.email], address);
  await pool.throttle.clearFailures('password', [user.username, user.email], address);
  return {};
};

/** Ends all other sessions of the user. */
export const changePassword: Action = async (call) => {
  const { pool, body } = call;
  const { sub, sessionId } = await requireSignedIn(call);
  const previousPassword = requiredText(body, 'PreviousPassword', MAX_PASSWORD_LENGTH);
  const newPassword = requiredText(body, 'ProposedPassword', MAX_PASSWORD_LENGTH);
  validatePassword(newPassword);
  const user = await findBySub(pool.db, sub);
  if (!user) throw new PoolError('UserNotFoundException', 'User does not exist.');
  await limitAttempts(call, 'change', sub, async () => {
    const verifier = computeVerifier(
      { poolName: pool.poolName, userId: user.username, salt: user.salt },
      previousPassword,
    );
    if (!isSameVerifier(verifier, user.verifier)) throw wrongCredentials();
  });
  await pool.administer((administration) => administration.replacePassword(user, newPassword, sessionId));
  pool.events.emit({ kind: 'password-change', user, address: call.address });
  return {};
};
