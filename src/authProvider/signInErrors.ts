import { message as text } from '../../schemas/texts/translate.ts';

/** Texts of the sign-in screens (docs/product.md). They are here, not with the REST errors, to keep this chunk small. */
export const GENERIC_ERROR = {
  title: text('Oops! something went wrong'),
  message: text('Please try again later'),
};
/** With this message the error page has no link to the home screen, which the person may not open (docs/product.md). */
export const NO_ACCESS = text("You don't have product access please contact your global admin");
/** For a signed-in person whose roles include no product. */
export const NO_PRODUCTS = { message: text('You are not allowed to access this product'), detail: NO_ACCESS };
const CONNECTIVITY = { message: text('Please check your internet connection, or try again later.') };
const SILENT_MESSAGE = 'The user is not authenticated';
const PASSWORD_POLICY_PREFIX = 'Password does not conform to policy';

export interface SignInError {
  title?: string;
  message: string;
}
interface PoolError {
  code?: string;
  message?: string;
}

/** Text by the pool's error code. Others show the generic text. */
const TEXTS: Record<string, SignInError> = {
  NetworkError: CONNECTIVITY,
  UserNotFoundException: { message: text('Incorrect username or password') },
  CodeMismatchException: { message: text('Invalid verification code provided, please try again') },
  EmailRequired: { message: text('Email is required please go back to previous page and try again') },
  ExpiredCodeException: { message: text('Invalid verification code provided, please try again') },
};

/** Whether the pool demands a password reset first. */
export const isResetRequired = (error: unknown): boolean =>
  (error as PoolError).code === 'PasswordResetRequiredException';

/** The text for an error of the user pool, or undefined for the one that is not shown. */
export const signInError = (error: unknown): SignInError | undefined => {
  const { code = '', message = '' } = error as PoolError;
  if (message === SILENT_MESSAGE) return undefined;
  if (code === 'NotAuthorizedException' && /^incorrect username or password/i.test(message)) {
    return { message: text('Incorrect username or password') };
  }
  if (code === 'InvalidPasswordException' && message.startsWith(PASSWORD_POLICY_PREFIX)) return { message };

  return TEXTS[code] ?? GENERIC_ERROR;
};
