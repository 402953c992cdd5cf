import { usePermissions } from 'ra-core';
import { useMemo } from 'react';
import type { Access } from '../../authProvider/access.ts';
import type { RecordFormProps } from './RecordForm.tsx';

/** Who fills the form in, for its conditions and the access of its fields. */
export function usePerson(): Pick<RecordFormProps, 'user' | 'can'> {
  const { permissions } = usePermissions<Access>();
  return useMemo(
    () => ({
      user: permissions && { id: permissions.user.id, roles: permissions.user.roles },
      can: (resources) =>
        resources === undefined || (permissions !== undefined && holdsOne(permissions, resources)),
    }),
    [permissions],
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
