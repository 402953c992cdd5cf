/** Separates the name of an entity from the id of the parent record in a resource name. */
const PARENT_SEPARATOR = '@';

/** The resource name of the records under one parent: `link@018f…`. */
export const scopedName = (entity: string, parent: string): string => `${entity}${PARENT_SEPARATOR}${parent}`;

/** The entity of a resource, and the parent record, where it has one. */
export const readScopedName = (name: string): { entity: string; parent?: string } => {
  const at = name.indexOf(PARENT_SEPARATOR);
  return at < 0 ? { entity: name } : { entity: name.slice(0, at), parent: name.slice(at + 1) };
};

/** Whether a resource lists the parents of an entity's records (`link@`, `x-entity.parents`). */
export const isOfParents = (name: string): boolean => name.endsWith(PARENT_SEPARATOR);

/** The entity of a resource. */
export const entityOf = (name: string): string => readScopedName(name).entity;
