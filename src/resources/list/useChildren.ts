import { useMemo } from 'react';
import { type ConsoleEntity, entityByName, withinParent } from '../product.ts';

/** The records of another entity that belong to one record: their model there, and what narrows them to it. */
export const useChildren = (
  entity: string,
  by: string,
  id: string,
): { model: ConsoleEntity; filter: Record<string, unknown> } => {
  const whole = entityByName(entity);
  const isNested = whole.parent?.field === by;
  // Below the record itself there are no others.
  const filter = useMemo(() => (isNested ? {} : { [by]: id }), [isNested, by, id]);
  return { model: isNested ? withinParent(whole, id) : whole, filter };
};
