/** Names of the managed service's errors, by which clients distinguish them. */
type PoolErrorName =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'ExpiredCodeException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UserNotFoundException'
  | 'UsernameExistsException';

/** An error of the user pool that is safe to show; `name` is sent as `__type`. */
export class PoolError extends Error {
  override readonly name: PoolErrorName;
  readonly statusCode = 400;

  constructor(name: PoolErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

/** The same for a wrong password and for an unknown name, so that the two cannot be distinguished. */
export const wrongCredentials = () =>
  new PoolError('NotAuthorizedException', 'Incorrect username or password.');

export const attemptsExceeded = () => new PoolError('NotAuthorizedException', 'Password attempts exceeded');

export const limitExceeded = () =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

export const expiredCode = () =>
  new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const invalidSession = () => new PoolError('NotAuthorizedException', 'Invalid session for the user.');
