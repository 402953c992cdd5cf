import { useMemo } from 'react';
import { usePermissions } from 'ra-core';
import { allowed } from '../../../schemas/model/access.ts';
import type { MatchContext } from '../../../schemas/model/types.ts';
import type { Access } from '../../authProvider/access.ts';
import type { ConsoleEntity } from '../product.ts';

export interface Rights {
  /** `create`, `update`, `delete`, `read` or an action's id. */
  may: (operation: string) => boolean;
  /** For conditions that ask who is looking. */
  context: MatchContext;
}

/** What the person may do with an entity; nothing until the answer is there. Hiding is courtesy: the services enforce. */
export const useRights = (model: ConsoleEntity): Rights => {
  const { permissions } = usePermissions<Access>();
  return useMemo(
    () => ({
      may: (operation) => permissions !== undefined && allowed(permissions, model.name, operation),
      context: permissions ? { user: { id: permissions.user.id, roles: permissions.user.roles } } : {},
    }),
    [permissions, model.name],
  );
};
