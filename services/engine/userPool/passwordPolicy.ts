import { PoolError } from './errors.ts';

const MIN_LENGTH = 8;
/** The managed service's own upper bound. */
const MAX_LENGTH = 256;

const RULES: { holds: (password: string) => boolean; message: string }[] = [
  // First, so that nothing counts its way through a megabyte.
  { holds: (password) => password.length <= MAX_LENGTH, message: 'Password too long' },
  { holds: (password) => [...password].length >= MIN_LENGTH, message: 'Password not long enough' },
  { holds: (password) => /\p{Lu}/u.test(password), message: 'Password must have uppercase characters' },
  { holds: (password) => /\p{Ll}/u.test(password), message: 'Password must have lowercase characters' },
  { holds: (password) => /[0-9]/.test(password), message: 'Password must have numeric characters' },
];

export function refusePassword(reason: string): PoolError {
  return new PoolError('InvalidPasswordException', `Password does not conform to policy: ${reason}`);
}

/** Throws InvalidPasswordException naming the first rule that is broken. Special characters are welcome, not asked for. */
export function validatePassword(password: string): void {
  const broken = RULES.find((rule) => !rule.holds(password));
  if (broken) throw refusePassword(broken.message);
}
