import { useMemo } from 'react';
import type { MatchContext } from '../../../schemas/model/types.ts';
import { useAccess, useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleEntity } from '../product.ts';

export interface Rights {
  /** `create`, `update`, `delete`, `read` or an action's id. */
  may: (operation: string) => boolean;
  /** For conditions on the user. */
  context: MatchContext;
}

/** The user's rights on an entity. Hiding is a courtesy; the services enforce rights. */
export const useRights = (model: ConsoleEntity): Rights => {
  const may = useMay();
  const { user } = useAccess();
  return useMemo(
    () => ({
      may: (operation) => may(model.name, operation),
      context: { user: { id: user.id, roles: user.roles } },
    }),
    [may, user, model.name],
  );
};
