/** Between the name of an entity and the record that its collection is below. */
const PARENT_SEPARATOR = '@';

/** The resource of records that are below one parent: `link@018f…`. */
export const scopedName = (entity: string, parent: string): string => `${entity}${PARENT_SEPARATOR}${parent}`;

/** The entity of a resource, and the parent that it is below, where it is below one. */
export const readScopedName = (name: string): { entity: string; parent?: string } => {
  const at = name.indexOf(PARENT_SEPARATOR);
  return at < 0 ? { entity: name } : { entity: name.slice(0, at), parent: name.slice(at + 1) };
};

/** Whether a resource is the records that those of an entity are below (`link@`, `x-entity.parents`). */
export const isOfParents = (name: string): boolean => name.endsWith(PARENT_SEPARATOR);

/** The entity of a resource. */
export const entityOf = (name: string): string => readScopedName(name).entity;
