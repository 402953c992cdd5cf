import type { ProductModel } from '../../schemas/model/types.ts';
import { Repository } from '../resources/repository.ts';
import type { Database } from '../storage/database.ts';
import type { UserPool } from '../userPool/index.ts';
import { oneTimePassword } from './oneTimePassword.ts';

export interface SignIn {
  username: string;
  password: string;
}

const USERNAME = 'admin';
const EMAIL = 'admin@console.example';

/**
 * On a pool without users, creates the administrator, with a password that must be changed at the first sign-in.
 * @returns the sign-in to be shown once; undefined when there are users already
 */
export async function createFirstAdministrator(
  db: Database,
  product: ProductModel,
  userPool: UserPool,
): Promise<SignIn | undefined> {
  if ((await userPool.list()).length > 0) return undefined;
  const password = oneTimePassword();
  const roles = Object.keys(product.access.roles).filter((role) => role.endsWith('.admin'));
  const person = { username: USERNAME, email: EMAIL, name: 'Administrator', roles };
  const user = await userPool.createUser({ ...person, temporaryPassword: password });
  await store(db, product, 'workspace', { name: 'Workspace' });
  await store(
    db,
    product,
    'member',
    { ...person, active: true, joinDate: new Date().toISOString().slice(0, 10) },
    user.sub,
  );
  return { username: USERNAME, password };
}

async function store(
  db: Database,
  product: ProductModel,
  entity: string,
  draft: Record<string, unknown>,
  id?: string,
): Promise<void> {
  const model = product.entities.find(({ name }) => name === entity);
  if (model) await new Repository(db, model).create(draft, undefined, { id });
}
