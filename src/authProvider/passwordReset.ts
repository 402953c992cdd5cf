import type { CognitoUser } from 'amazon-cognito-identity-js';
import { openPool, storage } from './userPool.ts';

/** Whose password is being reset: an e-mail address or a username. Lives only as long as the page. */
let pending: string | undefined;
export const hasPendingReset = (): boolean => pending !== undefined;

/** Notes that the pool waits for a code that it has sent on its own. */
export const expectReset = (username: string): void => {
  pending = username;
};

const userOf = async (username: string): Promise<CognitoUser> => {
  const { library, Pool } = await openPool();
  return new library.CognitoUser({ Username: username, Pool, Storage: storage });
};

/** Has a code sent to someone's mail. Resolves the same for addresses that nobody has. */
export const requestReset = async (email: string): Promise<void> => {
  const user = await userOf(email);
  await new Promise<void>((resolve, reject) => {
    user.forgotPassword({
      onSuccess: () => resolve(),
      inputVerificationCode: () => resolve(),
      onFailure: reject,
    });
  });
  pending = email;
};

/** Sets the new password with the code from the mail. Rejects with the pool's error, or `EmailRequired` when no reset is pending. */
export const submitReset = async (code: string, password: string): Promise<void> => {
  if (pending === undefined) throw Object.assign(new Error('No reset is pending'), { code: 'EmailRequired' });
  const user = await userOf(pending);
  await new Promise<void>((resolve, reject) => {
    user.confirmPassword(code, password, { onSuccess: () => resolve(), onFailure: reject });
  });
  pending = undefined;
};
