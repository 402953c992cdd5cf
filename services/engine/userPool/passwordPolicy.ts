import { PoolError } from './errors.ts';

/** Characters. */
const MIN_PASSWORD_LENGTH = 8;
/** UTF-16 units: the managed service's own limit. */
export const MAX_PASSWORD_LENGTH = 256;

const PASSWORD_RULES: { isMet: (password: string) => boolean; message: string }[] = [
  // First, so that no other rule has to read a megabyte.
  { isMet: (password) => password.length <= MAX_PASSWORD_LENGTH, message: 'Password too long' },
  { isMet: (password) => [...password].length >= MIN_PASSWORD_LENGTH, message: 'Password not long enough' },
  { isMet: (password) => /\p{Lu}/u.test(password), message: 'Password must have uppercase characters' },
  { isMet: (password) => /\p{Ll}/u.test(password), message: 'Password must have lowercase characters' },
  { isMet: (password) => /[0-9]/.test(password), message: 'Password must have numeric characters' },
];

export function invalidPassword(reason: string): PoolError {
  return new PoolError('InvalidPasswordException', `Password does not conform to policy: ${reason}`);
}

/** Throws InvalidPasswordException naming the first broken rule. Special characters are allowed, not required. */
export function validatePassword(password: string): void {
  const brokenRule = PASSWORD_RULES.find((rule) => !rule.isMet(password));
  if (brokenRule) throw invalidPassword(brokenRule.message);
}
