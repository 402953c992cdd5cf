import { resourcesMatching } from '../access.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import type { AccessTable, EntityModel, ProductModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

const OPERATIONS = ['read', 'create', 'update', 'delete', '*'];

/** The table of rights: a typo in it would take or give rights unseen. */
export function checkAccess(product: ProductModel, problems: Problems): void {
  const { access, entities } = product;
  const products = Object.keys(access.products);
  const resources = namesOf(access);
  for (const [role, grants] of Object.entries(access.roles)) {
    const [own = ''] = role.split('.');
    if (!products.includes(own))
      problems.add(jsonPointer('roles', role), unknownNameMessage('product', own, products));
    for (const [resource, operations] of Object.entries(grants)) {
      const path = jsonPointer('roles', role, resource);
      if (!resources.includes(resource)) {
        problems.add(path, unknownNameMessage('resource', resource, resources));
        continue;
      }
      const known = [...OPERATIONS, ...(access.operations ?? []), ...actionsOf(resource, access, entities)];
      operations.forEach((operation, index) => {
        if (!known.includes(operation))
          problems.add(`${path}/${index}`, unknownNameMessage('operation', operation, known));
      });
    }
  }
}

/** Actions that ask for a right of their own on one of the resources that the pattern stands for. */
function actionsOf(pattern: string, table: AccessTable, entities: EntityModel[]): string[] {
  const given = resourcesMatching(pattern, table);
  const asked = entities.flatMap(({ actions }) => actions);
  return asked
    .filter(({ access = [] }) =>
      access.some((one) => resourcesMatching(one, table).some((name) => given.includes(name))),
    )
    .map(({ id }) => id);
}

/** What rights may name: products, and their resources. */
function namesOf(table: AccessTable): string[] {
  return Object.entries(table.products).flatMap(([product, names]) => [
    product,
    ...names.map((name) => `${product}.${name}`),
  ]);
}

/** Tells of resources that the table of rights does not list; `tell` is given the place in the list. */
export function checkResources(
  resources: string[],
  table: AccessTable,
  tell: (index: number, message: string) => void,
): void {
  const known = namesOf(table);
  resources.forEach((resource, index) => {
    if (!known.includes(resource)) tell(index, unknownNameMessage('resource', resource, known));
  });
}
