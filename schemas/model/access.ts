import { isForPeople } from './lifecycle.ts';
import type { AccessTable, EntityModel, Operation, ProductModel } from './types.ts';

/**
 * Added to `read` where a person sees an entity's records only through references, without the entity's own screens.
 */
export const REFERENCE_ONLY = 'refer';

/** One person's permissions; answers `GET /permissions/access`. */
export interface Permissions {
  /** Product → its resources that the person may read at least. */
  products: Record<string, string[]>;
  /**
   * `<entity>:<operation>`: read, create, update, delete, `write` (create and update), `refer` (`REFERENCE_ONLY`), and
   * ids of actions.
   */
  actions: string[];
}

/** Operations by resource, over all of the roles. */
function collectGrants(roles: readonly string[], table: AccessTable): Map<string, Set<string>> {
  const grants = new Map<string, Set<string>>();
  for (const role of roles) {
    for (const [pattern, operations] of Object.entries(table.roles[role] ?? {})) {
      for (const resource of resourcesMatching(pattern, table)) {
        const grantedOperations = grants.get(resource) ?? new Set<string>();
        for (const operation of operations) grantedOperations.add(operation);
        grants.set(resource, grantedOperations);
      }
    }
  }
  return grants;
}

/** The resources that a pattern (`chatbot.variable`, `chatbot.*` or `chatbot`) stands for. */
export function resourcesMatching(pattern: string, table: AccessTable): string[] {
  const [product = '', resource = '*'] = pattern.split('.');
  const resources = table.products[product] ?? [];
  return (resource === '*' ? resources : resources.filter((name) => name === resource)).map(
    (name) => `${product}.${name}`,
  );
}

function isGranted(
  operationsByResource: Map<string, Set<string>>,
  patterns: string[],
  operation: string,
  table: AccessTable,
): boolean {
  return patterns.some((pattern) =>
    resourcesMatching(pattern, table).some((resource) => {
      const operations = operationsByResource.get(resource);
      return operations !== undefined && (operations.has(operation) || operations.has('*'));
    }),
  );
}

/** The permissions of a person with these roles. Unknown roles grant nothing. */
export function permissionsOf(
  roles: readonly string[],
  product: Pick<ProductModel, 'access'> & { entities: readonly EntityRights[] },
): Permissions {
  const table = product.access;
  const grants = collectGrants(roles, table);
  const products: Record<string, string[]> = {};
  for (const [name, resources] of Object.entries(table.products)) {
    const readable = resources.filter((resource) =>
      isGranted(grants, [`${name}.${resource}`], 'read', table),
    );
    if (readable.length > 0) products[name] = readable;
  }
  return { products, actions: product.entities.flatMap((entity) => listPermissions(entity, grants, table)) };
}

type EntityRights = Pick<EntityModel, 'name' | 'single' | 'access' | 'actions'>;

function listPermissions(
  entity: EntityRights,
  grants: Map<string, Set<string>>,
  table: AccessTable,
): string[] {
  // Everybody may read and change their own record, whatever the role; `access.rows` hides the others'.
  const isOnOwnRecord = (operation: Operation): boolean =>
    entity.single === 'me' && (operation === 'read' || operation === 'update');
  const operations = (['read', 'create', 'update', 'delete'] as Operation[]).filter(
    (operation) => isOnOwnRecord(operation) || isGranted(grants, entity.access[operation], operation, table),
  );
  const actions: string[] = operations;
  const { screens } = entity.access;
  if (screens && operations.includes('read') && !isGranted(grants, screens, 'read', table))
    actions.push(REFERENCE_ONLY);
  if (actions.includes('create') && actions.includes('update')) actions.push('write');
  for (const action of entity.actions.filter(isForPeople)) {
    if (
      isGranted(grants, action.access ?? entity.access.update, action.access ? action.id : 'update', table)
    ) {
      actions.push(action.id);
    }
  }
  return actions.map((operation) => `${entity.name}:${operation}`);
}

/**
 * Whether the roles grant the operation on one of the resources (`chatbot.variable`, `cim`), as `x-field.access`
 * requires.
 */
export function rolesGrant(
  roles: readonly string[],
  resources: string[],
  operation: string,
  table: AccessTable,
): boolean {
  return isGranted(collectGrants(roles, table), resources, operation, table);
}

/** Whether the permissions include `<entity>:<operation>`; `operation` may be an action's id. */
export function allowed(
  permissions: Pick<Permissions, 'actions'>,
  entity: string,
  operation: string,
): boolean {
  return permissions.actions.includes(`${entity}:${operation}`);
}
