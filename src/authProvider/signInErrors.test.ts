import { describe, expect, it } from 'vitest';
import { isResetRequired, signInError } from './signInErrors.ts';

const GENERIC = { title: 'Oops! something went wrong', message: 'Please try again later' };

describe('a failure of the user pool', () => {
  it.each([
    [
      'NotAuthorizedException',
      'Incorrect username or password.',
      { message: 'Incorrect username or password' },
    ],
    ['UserNotFoundException', 'User does not exist.', { message: 'Incorrect username or password' }],
    [
      'InvalidPasswordException',
      'Password does not conform to policy: Password must have uppercase characters',
      { message: 'Password does not conform to policy: Password must have uppercase characters' },
    ],
    [
      'CodeMismatchException',
      'Invalid verification code provided, please try again.',
      { message: 'Invalid verification code provided, please try again' },
    ],
    [
      'NetworkError',
      'Network error',
      { message: 'Please check your internet connection, or try again later.' },
    ],
    ['InternalErrorException', 'boom', GENERIC],
    ['LimitExceededException', 'Attempt limit exceeded', GENERIC],
    ['NotAuthorizedException', 'Password attempts exceeded', GENERIC],
    [undefined, 'The user is not authenticated', undefined],
  ])('%s "%s" is told in the words of the product', (code, message, shown) => {
    expect(signInError(Object.assign(new Error(message), { code }))).toEqual(shown);
  });

  it('may require a reset', () => {
    expect(isResetRequired({ code: 'PasswordResetRequiredException' })).toBe(true);
    expect(isResetRequired(new Error('x'))).toBe(false);
  });
});
