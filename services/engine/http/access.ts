import { permissionsOf, rolesGrant, type Permissions } from '../../../schemas/model/access.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';

/** The user who makes a request. */
export interface Principal {
  id: string;
  username: string;
  name: string;
  email: string;
  roles: string[];
  networkId?: string;
  workspace?: string;
}

/** What a set of roles may do, prepared for fast checks. */
export interface Rights extends Permissions {
  /** `operation`: read, create, update, delete, or an action's id. */
  may(entity: string, operation: string): boolean;
  /** Whether the roles have one of these resources for the operation, as `x-field.access` requires. */
  holds(resources: string[], operation: string): boolean;
}

/** About a hundred sets make sense. */
const MAX_CACHED_ROLE_SETS = 500;

/** Computes rights from roles, once per set of roles. */
export function createRightsReader(product: ProductModel): (roles: readonly string[]) => Rights {
  const cache = new Map<string, Rights>();
  return (roles) => {
    const key = roles.join(' ');
    let rights = cache.get(key);
    if (!rights) {
      const permissions = permissionsOf(roles, product);
      const actions = new Set(permissions.actions);
      rights = {
        ...permissions,
        may: (entity, operation) => actions.has(`${entity}:${operation}`),
        holds: (resources, operation) => rolesGrant(roles, resources, operation, product.access),
      };
      if (cache.size >= MAX_CACHED_ROLE_SETS) cache.clear();
      cache.set(key, rights);
    }
    return rights;
  };
}
