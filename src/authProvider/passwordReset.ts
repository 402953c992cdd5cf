import type { CognitoUser } from 'amazon-cognito-identity-js';
import { openPool, storage } from './userPool.ts';

/** Username or e-mail address whose password is being reset. Kept only in this page. */
let pending: string | undefined;
export const hasPendingReset = (): boolean => pending !== undefined;

/** Starts a reset for which the pool has already sent a code by itself. */
export const startPendingReset = (username: string): void => {
  pending = username;
};

const openPoolUser = async (username: string): Promise<CognitoUser> => {
  const { library, Pool } = await openPool();
  return new library.CognitoUser({ Username: username, Pool, Storage: storage });
};

/** Requests a code by e-mail. Resolves the same for unknown addresses. */
export const requestReset = async (email: string): Promise<void> => {
  const user = await openPoolUser(email);
  await new Promise<void>((resolve, reject) => {
    user.forgotPassword({
      onSuccess: () => resolve(),
      inputVerificationCode: () => resolve(),
      onFailure: reject,
    });
  });
  pending = email;
};

/** Sets the new password with the code from the e-mail. Rejects with the pool's error, or `EmailRequired` when no reset is pending. */
export const submitReset = async (code: string, password: string): Promise<void> => {
  if (pending === undefined) throw Object.assign(new Error('No reset is pending'), { code: 'EmailRequired' });
  const user = await openPoolUser(pending);
  await new Promise<void>((resolve, reject) => {
    user.confirmPassword(code, password, { onSuccess: () => resolve(), onFailure: reject });
  });
  pending = undefined;
};
