import type { Member } from '../../../schemas/generated/types.ts';
import type { Services } from '../../engine/resources/services.ts';
import { SYSTEM } from '../../engine/resources/write/actor.ts';
import { records } from '../../engine/resources/write/records.ts';
import { runInTransaction } from '../../engine/resources/write/transaction.ts';
import { Administration, type UserPool } from '../../engine/userPool/index.ts';
import { lockFirstRecords } from './locks.ts';
import { oneTimePassword } from './oneTimePassword.ts';

export interface SignIn {
  username: string;
  password: string;
}

const USERNAME = 'admin';
const EMAIL = 'admin@console.example';

/**
 * Creates the administrator and the workspace on a pool without users, in one transaction. The password must be changed at
 * the first sign-in. Of concurrent starts one creates it.
 * @param show shows the sign-in before it is stored: a process that dies leaves either no administrator, so that the next
 *   start creates one, or one whose password was shown
 * @returns the sign-in; undefined when there are users already
 */
export async function createFirstAdministrator(
  services: Services,
  userPool: UserPool,
  show: (signIn: SignIn) => Promise<void>,
): Promise<SignIn | undefined> {
  const { result } = await runInTransaction(services, async (unit) => {
    await lockFirstRecords(unit.tx);
    const administration = new Administration(userPool, unit.tx);
    if (await administration.hasUsers()) return undefined;
    const password = oneTimePassword();
    const roles = Object.keys(services.catalog.product.access.roles).filter((role) =>
      role.endsWith('.admin'),
    ) as Member['roles'];
    const person = { username: USERNAME, email: EMAIL, name: 'Administrator', roles };
    const temporary = { temporaryPassword: password, temporaryPasswordMs: null };
    const { sub: id } = await administration.create({ ...person, ...temporary });
    await records(services, 'workspace', SYSTEM, unit).create({ name: 'Workspace' });
    const joinDate = new Date().toISOString().slice(0, 10);
    await records(services, 'member', SYSTEM, unit).create({ ...person, active: true, joinDate }, { id });
    const signIn = { username: USERNAME, password };
    await show(signIn);
    return signIn;
  });
  return result;
}
