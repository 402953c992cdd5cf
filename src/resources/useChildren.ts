import { useMemo } from 'react';
import { type ConsoleEntity, entityByName, withinParent } from './product.ts';

interface Children {
  model: ConsoleEntity;
  filter: Record<string, unknown>;
  /** Initial values of a new one. */
  initialValues: Record<string, unknown>;
}

/** The records of another entity that belong to one record: their model and the filter by that record. */
export const useChildren = (entity: string, by: string, id: string): Children => {
  const childModel = entityByName(entity);
  const isNested = childModel.parent?.field === by;
  // A nested collection needs no filter.
  const filter = useMemo(() => (isNested ? {} : { [by]: id }), [isNested, by, id]);
  const isMultiple = childModel.fields.find(({ name }) => name === by)?.type === 'references';
  return {
    model: isNested ? withinParent(childModel, id) : childModel,
    filter,
    initialValues: isMultiple ? { [by]: [id] } : filter,
  };
};
