import { resourcesMatching } from '../access.ts';
import { unknownNameMessage } from '../didYouMean.ts';
import type { AccessTable, EntityModel, ProductModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

const OPERATIONS = ['read', 'create', 'update', 'delete', '*'];

/** Checks the rights table: a typo in it would grant or deny rights unnoticed. */
export function checkAccess(product: ProductModel, problems: Problems): void {
  const { access, entities } = product;
  const products = Object.keys(access.products);
  const resources = resourceNames(access);
  for (const [role, grants] of Object.entries(access.roles)) {
    const [roleProduct = ''] = role.split('.');
    if (!products.includes(roleProduct))
      problems.add(jsonPointer('roles', role), unknownNameMessage('product', roleProduct, products));
    for (const [resource, operations] of Object.entries(grants)) {
      const path = jsonPointer('roles', role, resource);
      if (!resources.includes(resource)) {
        problems.add(path, unknownNameMessage('resource', resource, resources));
        continue;
      }
      const knownOperations = [
        ...OPERATIONS,
        ...(access.operations ?? []),
        ...actionsOf(resource, access, entities),
      ];
      operations.forEach((operation, index) => {
        if (!knownOperations.includes(operation))
          problems.add(`${path}/${index}`, unknownNameMessage('operation', operation, knownOperations));
      });
    }
  }
}

/** Actions with a right of their own on a resource that matches the pattern. */
function actionsOf(pattern: string, table: AccessTable, entities: EntityModel[]): string[] {
  const grantedResources = resourcesMatching(pattern, table);
  const actions = entities.flatMap(({ actions }) => actions);
  return actions
    .filter(({ access = [] }) =>
      access.some((required) =>
        resourcesMatching(required, table).some((name) => grantedResources.includes(name)),
      ),
    )
    .map(({ id }) => id);
}

/** Names that rights may refer to: products and their resources. */
function resourceNames(table: AccessTable): string[] {
  return Object.entries(table.products).flatMap(([product, names]) => [
    product,
    ...names.map((name) => `${product}.${name}`),
  ]);
}

/** Reports resources that the rights table does not list; `report` gets the index in the list. */
export function checkResources(
  resources: string[],
  table: AccessTable,
  report: (index: number, message: string) => void,
): void {
  const known = resourceNames(table);
  resources.forEach((resource, index) => {
    if (!known.includes(resource)) report(index, unknownNameMessage('resource', resource, known));
  });
}
