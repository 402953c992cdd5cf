import { randomBytes } from 'node:crypto';
import type { EntityModel, ProductModel } from '../../../../schemas/model/types.ts';
import type { Database } from '../../storage/database.ts';
import { ActionRegistry } from '../actions.ts';
import { SecretBox } from '../secretBox.ts';
import { createServices, type Services } from '../services.ts';
import type { Caller } from './actor.ts';
import { Records } from './records.ts';

/** Services for test models, and people who write records with them. */
export interface TestRecords {
  services: Services;
  /** The record writer of a person with these roles. */
  as(roles: string[], entity: string): Records;
  caller(roles: string[]): Caller;
}

const ACCESS: ProductModel['access'] = {
  products: { shop: ['entry', 'secret'] },
  roles: { clerk: { 'shop.entry': ['*'] }, owner: { shop: ['*'] } },
};

/** Roles: `clerk` has all rights of `shop.entry`, `owner` also those of `shop.secret`. */
export function createRecordsFixture(
  db: Database,
  entities: EntityModel[],
  actions = new ActionRegistry(),
): TestRecords {
  const product: ProductModel = { entities, forms: [], access: ACCESS, menu: [], products: [], guides: [] };
  const services = createServices({ db, product, actions, secretBox: new SecretBox(randomBytes(32)) });
  const caller = (roles: string[]): Caller => ({
    user: { id: roles.join(), username: roles.join(), name: roles.join(), email: '', roles },
    rights: services.catalog.rights(roles),
  });
  return {
    services,
    caller,
    as: (roles, entity) => new Records(services, services.catalog.require(entity), caller(roles)),
  };
}
