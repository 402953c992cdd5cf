import { useMemo } from 'react';
import type { Access } from '../../authProvider/access.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import type { MatchContext } from '../../../schemas/model/types.ts';

/** The user and rights that a form depends on. */
export interface FormAccess {
  user?: MatchContext['user'];
  /** Values in use, for conditions that name them. */
  inUse?: MatchContext['inUse'];
  /** Whether the user has one of these product resources. */
  can: (resources: string[] | undefined) => boolean;
}

/** The current user's access, for the conditions and access of fields. */
export function useFormAccess(): FormAccess {
  const access = useAccess();
  return useMemo(
    () => ({
      user: { id: access.user.id, roles: access.user.roles },
      inUse: access.inUse,
      can: (resources) => resources === undefined || hasAnyResource(access, resources),
    }),
    [access],
  );
}

/** Whether the user has one of the resources (`chatbot.variable`, or a whole product). */
function hasAnyResource({ products }: Pick<Access, 'products'>, resources: string[]): boolean {
  return resources.some((name) => {
    const [product = '', resource] = name.split('.');
    const held = products[product] ?? [];
    return resource === undefined ? held.length > 0 : held.includes(resource);
  });
}
