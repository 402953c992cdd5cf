import { isForPeople } from './lifecycle.ts';
import type { AccessTable, EntityModel, Operation, ProductModel } from './types.ts';

/** Beside `read`: the person reads records in other places, but the entity's screens are not for them. */
export const ONLY_REFER = 'refer';

/** What one person may do, as `GET /permissions/access` tells it. */
export interface Permissions {
  /** Product → its resources that the person may at least read. */
  products: Record<string, string[]>;
  /** `<entity>:<operation>`, operations being read, create, update, delete, `write` (create and update), `refer` (its screens are not for them) and actions. */
  actions: string[];
}

/** Product and resource read rights of the roles: union of what each role gives. */
function grantsOf(roles: readonly string[], table: AccessTable): Map<string, Set<string>> {
  const grants = new Map<string, Set<string>>();
  for (const role of roles) {
    for (const [pattern, operations] of Object.entries(table.roles[role] ?? {})) {
      for (const resource of resourcesMatching(pattern, table)) {
        const held = grants.get(resource) ?? new Set<string>();
        for (const operation of operations) held.add(operation);
        grants.set(resource, held);
      }
    }
  }
  return grants;
}

/** `chatbot.variable`, `chatbot.*` or `chatbot` as the resources that the table lists. */
export function resourcesMatching(pattern: string, table: AccessTable): string[] {
  const [product = '', resource = '*'] = pattern.split('.');
  const known = table.products[product] ?? [];
  return (resource === '*' ? known : known.filter((name) => name === resource)).map(
    (name) => `${product}.${name}`,
  );
}

function grants(
  held: Map<string, Set<string>>,
  patterns: string[],
  operation: string,
  table: AccessTable,
): boolean {
  return patterns.some((pattern) =>
    resourcesMatching(pattern, table).some((resource) => {
      const operations = held.get(resource);
      return operations !== undefined && (operations.has(operation) || operations.has('*'));
    }),
  );
}

/** Everything that a person with these roles may do. Unknown roles give nothing. */
export function permissionsOf(
  roles: readonly string[],
  product: Pick<ProductModel, 'access'> & { entities: readonly WithRights[] },
): Permissions {
  const table = product.access;
  const held = grantsOf(roles, table);
  const products: Record<string, string[]> = {};
  for (const [name, resources] of Object.entries(table.products)) {
    const given = resources.filter((resource) => grants(held, [`${name}.${resource}`], 'read', table));
    if (given.length > 0) products[name] = given;
  }
  return { products, actions: product.entities.flatMap((entity) => entityActions(entity, held, table)) };
}

type WithRights = Pick<EntityModel, 'name' | 'single' | 'access' | 'actions'>;

function entityActions(entity: WithRights, held: Map<string, Set<string>>, table: AccessTable): string[] {
  // What each person has one of is theirs, whatever the role; `access.rows` keeps others' out of reach.
  const isOwn = (operation: Operation): boolean =>
    entity.single === 'me' && (operation === 'read' || operation === 'update');
  const operations = (['read', 'create', 'update', 'delete'] as Operation[]).filter(
    (operation) => isOwn(operation) || grants(held, entity.access[operation], operation, table),
  );
  const actions: string[] = operations;
  const { screens } = entity.access;
  if (screens && operations.includes('read') && !grants(held, screens, 'read', table))
    actions.push(ONLY_REFER);
  if (actions.includes('create') && actions.includes('update')) actions.push('write');
  for (const action of entity.actions.filter(isForPeople)) {
    if (grants(held, action.access ?? entity.access.update, action.access ? action.id : 'update', table)) {
      actions.push(action.id);
    }
  }
  return actions.map((operation) => `${entity.name}:${operation}`);
}

/** Whether roles give the operation on one of the resources (`chatbot.variable`, `cim`), as `x-field.access` asks. */
export function rolesGrant(
  roles: readonly string[],
  resources: string[],
  operation: string,
  table: AccessTable,
): boolean {
  return grants(grantsOf(roles, table), resources, operation, table);
}

/** Whether the permissions hold `<entity>:<operation>`; `operation` may be an action's id. */
export function allowed(
  permissions: Pick<Permissions, 'actions'>,
  entity: string,
  operation: string,
): boolean {
  return permissions.actions.includes(`${entity}:${operation}`);
}
