/** Names of the managed service's errors that clients tell apart. */
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

/** A refusal of the user pool, safe to show; `name` is the wire's `__type`. */
export class PoolError extends Error {
  override readonly name: PoolErrorName;
  readonly statusCode = 400;

  constructor(name: PoolErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

/** Said for a wrong password and for a name nobody has, so that the two cannot be told apart. */
export const wrongCredentials = () =>
  new PoolError('NotAuthorizedException', 'Incorrect username or password.');

export const attemptsExceeded = () => new PoolError('NotAuthorizedException', 'Password attempts exceeded');

export const limitExceeded = () =>
  new PoolError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

export const expiredCode = () =>
  new PoolError('ExpiredCodeException', 'Invalid code provided, please request a code again.');

export const invalidSession = () => new PoolError('NotAuthorizedException', 'Invalid session for the user.');
