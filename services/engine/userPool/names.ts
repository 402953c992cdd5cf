import type { PoolKeys } from './keys.ts';

/** The one spelling under which a sign-in name is looked up, counted and hashed. */
export function normaliseName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Whether it can be anybody's name at all; others are treated as unknown without asking the database. */
export function isPlausibleName(name: string): boolean {
  return name.length <= 320 && /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u.test(name);
}

/** What a password is bound to besides itself: shown to everybody who asks for the name. */
export interface PublicIdentity {
  userId: string;
  salt: string;
}

/**
 * Identity and salt of a sign-in name: a keyed function of the name alone, so that names with and without a user
 * look the same and stay the same when users come, go or change their password. E-mail addresses get an id of
 * their own, for showing the username would tell that the address is known.
 * @param retired how often somebody has taken the address's identity along to another one
 */
export function publicIdentity(keys: PoolKeys, name: string, retired = 0): PublicIdentity {
  const text = retired === 0 ? name : `${name}\0${retired}`;
  const salt = keys.digest('salt', text).subarray(0, 16).toString('hex');
  return { userId: name.includes('@') ? uuidFrom(keys.digest('alias', text)) : name, salt };
}

function uuidFrom(hash: Buffer): string {
  const hex = hash.toString('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Where a code is said to have gone, made from what the person typed and nothing else. */
export function maskedDestination(name: string): string {
  const [local = '', domain = ''] = name.split('@');
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`;
}
