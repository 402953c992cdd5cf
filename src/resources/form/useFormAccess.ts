import { useMemo } from 'react';
import type { Access } from '../../authProvider/access.ts';
import { useAccess } from '../../authProvider/AccessContext.ts';
import type { RecordFormProps } from './RecordForm.tsx';

/** Who fills the form in, for its conditions and the access of its fields. */
export function useFormAccess(): Pick<RecordFormProps, 'user' | 'inUse'> &
  Required<Pick<RecordFormProps, 'can'>> {
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
