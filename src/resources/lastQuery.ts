const lastQueries = new Map<string, string>();

/** Remembers an entity's list query, without `?`. */
export const rememberListQuery = (entity: string, query: string): void => {
  lastQueries.set(entity, query);
};

/** The entity's last list query since the page was loaded, with `?`, so that a record leads back to the same list. */
export const lastListSearch = (entity: string): string => {
  const query = lastQueries.get(entity);
  return query ? `?${query}` : '';
};
