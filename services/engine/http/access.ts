import { permissionsOf, rolesGrant, type Permissions } from '../../../schemas/model/access.ts';
import type { ProductModel } from '../../../schemas/model/types.ts';

/** Who asks. */
export interface Principal {
  id: string;
  username: string;
  name: string;
  email: string;
  roles: string[];
  networkId?: string;
  workspace?: string;
}

/** What one set of roles may do, ready to be asked many times a second. */
export interface Rights extends Permissions {
  /** `operation`: read, create, update, delete, or an action's id. */
  may(entity: string, operation: string): boolean;
  /** Whether one of these resources is given for the operation, as `x-field.access` asks. */
  holds(resources: string[], operation: string): boolean;
}

/** Sets of roles kept at a time; there are about a hundred that make sense. */
const MAX_KEPT = 500;

/** Works the rights of a product's roles out once per set of roles. */
export function rightsReader(product: ProductModel): (roles: readonly string[]) => Rights {
  const kept = new Map<string, Rights>();
  return (roles) => {
    const key = roles.join(' ');
    let rights = kept.get(key);
    if (!rights) {
      const permissions = permissionsOf(roles, product);
      const actions = new Set(permissions.actions);
      rights = {
        ...permissions,
        may: (entity, operation) => actions.has(`${entity}:${operation}`),
        holds: (resources, operation) => rolesGrant(roles, resources, operation, product.access),
      };
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, rights);
    }
    return rights;
  };
}
