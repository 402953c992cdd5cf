import type { PoolKeys } from './keys.ts';

/** UTF-16 units of a sign-in name. */
export const MAX_NAME_LENGTH = 320;

/** The spelling under which a sign-in name is looked up, counted and hashed. */
export function normaliseName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/** Whether a user can have this name at all; others count as unknown without a query. */
export function isPlausibleName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u.test(name);
}

/** What the verifier of a password is bound to. Everybody who starts a sign-in with the name is shown it. */
export interface PublicIdentity {
  userId: string;
  salt: string;
}

/**
 * Identity and salt of a sign-in name: a keyed hash of the name alone, so that names with and without a user look the
 * same, and stay the same when users are created, deleted or change their password. E-mail addresses get an id of their
 * own, since the username would disclose that the address is known.
 * @param retirements how often users have left this address
 */
export function publicIdentity(keys: PoolKeys, name: string, retirements = 0): PublicIdentity {
  const text = retirements === 0 ? name : `${name}\0${retirements}`;
  const salt = keys.digest('salt', text).subarray(0, 16).toString('hex');
  return { userId: name.includes('@') ? uuidOf(keys.digest('alias', text)) : name, salt };
}

function uuidOf(hash: Buffer): string {
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

/** The masked destination of a code, derived from the typed name alone, so that it discloses nothing. */
export function maskDestination(name: string): string {
  const [local = '', domain = ''] = name.split('@');
  return `${[...local][0] ?? ''}***@${[...domain][0] ?? ''}***`;
}
