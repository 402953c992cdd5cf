import { getUser, globalSignOut, revokeToken, updateUserAttributes } from './account.ts';
import type { Action } from './action.ts';
import { initiateAuth } from './initiateAuth.ts';
import { changePassword, confirmForgotPassword, forgotPassword } from './passwords.ts';
import { respondToAuthChallenge } from './respondToAuthChallenge.ts';

/** The supported operations, by their name in `X-Amz-Target`. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['InitiateAuth', initiateAuth],
  ['RespondToAuthChallenge', respondToAuthChallenge],
  ['ForgotPassword', forgotPassword],
  ['ConfirmForgotPassword', confirmForgotPassword],
  ['ChangePassword', changePassword],
  ['GetUser', getUser],
  ['UpdateUserAttributes', updateUserAttributes],
  ['GlobalSignOut', globalSignOut],
  ['RevokeToken', revokeToken],
]);
