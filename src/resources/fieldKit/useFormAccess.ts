import { useMemo } from 'react';
import type { Access } from '../../authProvider/access.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import type { MatchContext } from '../../../schemas/model/types.ts';

/** Who fills a form in. */
export interface FormAccess {
  user?: MatchContext['user'];
  /** Values in use, for conditions that name them. */
  inUse?: MatchContext['inUse'];
  /** Whether the person has one of these product resources. */
  can: (resources: string[] | undefined) => boolean;
}

/** Who fills the form in, for its conditions and the access of its fields. */
export function useFormAccess(): FormAccess {
  const access = useAccess();
  return useMemo(
    () => ({
      user: { id: access.user.id, roles: access.user.roles },
      inUse: access.inUse,
      can: (resources) => resources === undefined || holdsOne(access, resources),
    }),
    [access],
  );
}

/** Whether one of the resources (`chatbot.variable`, or a whole product) is among the person's. */
function holdsOne({ products }: Pick<Access, 'products'>, resources: string[]): boolean {
  return resources.some((name) => {
    const [product = '', resource] = name.split('.');
    const held = products[product] ?? [];
    return resource === undefined ? held.length > 0 : held.includes(resource);
  });
}
