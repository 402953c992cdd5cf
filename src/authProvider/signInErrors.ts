import { message as text } from '../../schemas/texts/translate.ts';

/** Texts of the sign-in screens (docs/product.md). They stand here, not with the REST errors, to keep this chunk light. */
export const GENERIC_ERROR = {
  title: text('Oops! something went wrong'),
  message: text('Please try again later'),
};
/** With this message the error page offers no way home: there is nothing there for this person (docs/product.md). */
export const NO_ACCESS = text("You don't have product access please contact your global admin");
/** For someone signed in whose roles give no product. */
export const NO_PRODUCTS = { message: text('You are not allowed to access this product'), detail: NO_ACCESS };
const CONNECTIVITY = { message: text('Please check your internet connection, or try again later.') };
const SILENT = 'The user is not authenticated';
const POLICY = 'Password does not conform to policy';

export interface SignInError {
  title?: string;
  message: string;
}
interface PoolError {
  code?: string;
  message?: string;
}

/** Text by the pool's error name. What is not listed shows the generic text. */
const TEXTS: Record<string, SignInError> = {
  NetworkError: CONNECTIVITY,
  UserNotFoundException: { message: text('Incorrect username or password') },
  CodeMismatchException: { message: text('Invalid verification code provided, please try again') },
  EmailRequired: { message: text('Email is required please go back to previous page and try again') },
  ExpiredCodeException: { message: text('Invalid verification code provided, please try again') },
};

/** Whether the pool wants the password to be reset before anything else. */
export const isResetRequired = (error: unknown): boolean =>
  (error as PoolError).code === 'PasswordResetRequiredException';

/** What to show for a failure of the user pool, or undefined for the one that stays silent. */
export const signInError = (error: unknown): SignInError | undefined => {
  const { code = '', message = '' } = error as PoolError;
  if (message === SILENT) return undefined;
  if (code === 'NotAuthorizedException' && /^incorrect username or password/i.test(message)) {
    return { message: text('Incorrect username or password') };
  }
  if (code === 'InvalidPasswordException' && message.startsWith(POLICY)) return { message };

  return TEXTS[code] ?? GENERIC_ERROR;
};
