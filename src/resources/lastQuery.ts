const lastQueries = new Map<string, string>();

/** Keeps the query with which an entity's list is shown now. */
export const rememberListQuery = (entity: string, query: string): void => {
  lastQueries.set(entity, query);
};

/** The query with which an entity's list was last shown on this page, so that leaving a record leads back to it. */
export const lastListQuery = (entity: string): string => {
  const query = lastQueries.get(entity);
  return query ? `?${query}` : '';
};
