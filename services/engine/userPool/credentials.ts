import type { Queryable } from '../storage/database.ts';
import { PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import { normaliseName, publicIdentity } from './names.ts';
import { countRetirements } from './retiredNames.ts';
import { computeVerifier } from './srp.ts';
import type { Credentials } from './users.ts';

/** Computes the verifiers under both names that a user may sign in with. */
export async function createCredentials(
  tx: Queryable,
  keys: PoolKeys,
  poolName: string,
  { username, email }: { username: string; email: string },
  password: string,
): Promise<Credentials> {
  const usernameIdentity = publicIdentity(keys, username);
  const emailIdentity = publicIdentity(keys, email, await countRetirements(tx, keys, email));
  return {
    salt: usernameIdentity.salt,
    verifier: computeVerifier({ poolName, ...usernameIdentity }, password),
    aliasEmail: email,
    aliasId: emailIdentity.userId,
    aliasSalt: emailIdentity.salt,
    aliasVerifier: computeVerifier({ poolName, ...emailIdentity }, password),
  };
}

/** @returns the username as it is stored. Throws InvalidParameterException. */
export function validateUsername(username: string): string {
  const name = username.length > 128 ? '' : normaliseName(username);
  if (!/^[a-z0-9._+-]{1,128}$/.test(name))
    throw new PoolError(
      'InvalidParameterException',
      'A username holds letters a-z, digits and . _ + - only.',
    );
  return name;
}

/** @returns the address as it is stored. Throws InvalidParameterException. */
export function validateEmail(email: string): string {
  const address = email.length > 254 ? '' : normaliseName(email);
  if (address.length > 254 || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(address))
    throw new PoolError('InvalidParameterException', 'Invalid email address format.');
  return address;
}
