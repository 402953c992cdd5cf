import { useMemo } from 'react';
import { type ConsoleEntity, entityByName, withinParent } from './product.ts';

interface Children {
  model: ConsoleEntity;
  filter: Record<string, unknown>;
  /** What a new one of them begins with. */
  initialValues: Record<string, unknown>;
}

/** The records of another entity that belong to one record: their model there, and what narrows them to it. */
export const useChildren = (entity: string, by: string, id: string): Children => {
  const whole = entityByName(entity);
  const isNested = whole.parent?.field === by;
  // Below the record itself there are no others.
  const filter = useMemo(() => (isNested ? {} : { [by]: id }), [isNested, by, id]);
  const isOneOfSeveral = whole.fields.find(({ name }) => name === by)?.type === 'references';
  return {
    model: isNested ? withinParent(whole, id) : whole,
    filter,
    initialValues: isOneOfSeveral ? { [by]: [id] } : filter,
  };
};
