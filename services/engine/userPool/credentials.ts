import type { Queryable } from '../storage/database.ts';
import { PoolError } from './errors.ts';
import type { PoolKeys } from './keys.ts';
import { normaliseName, publicIdentity } from './names.ts';
import { timesRetired } from './retiredNames.ts';
import { verifierOf } from './srp.ts';
import type { Credentials } from './users.ts';

/** Verifiers under both names a person may type. */
export async function makeCredentials(
  tx: Queryable,
  keys: PoolKeys,
  poolName: string,
  { username, email }: { username: string; email: string },
  password: string,
): Promise<Credentials> {
  const own = publicIdentity(keys, username);
  const alias = publicIdentity(keys, email, await timesRetired(tx, keys, email));
  return {
    salt: own.salt,
    verifier: verifierOf({ poolName, ...own }, password),
    aliasEmail: email,
    aliasId: alias.userId,
    aliasSalt: alias.salt,
    aliasVerifier: verifierOf({ poolName, ...alias }, password),
  };
}

/** The username as it is stored. Throws InvalidParameterException. */
export function validateUsername(username: string): string {
  const name = username.length > 128 ? '' : normaliseName(username);
  if (!/^[a-z0-9._+-]{1,128}$/.test(name))
    throw new PoolError(
      'InvalidParameterException',
      'A username holds letters a-z, digits and . _ + - only.',
    );
  return name;
}

/** The address as it is stored. Throws InvalidParameterException. */
export function validateEmail(email: string): string {
  const address = email.length > 254 ? '' : normaliseName(email);
  if (address.length > 254 || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(address))
    throw new PoolError('InvalidParameterException', 'Invalid email address format.');
  return address;
}
