const lastQueries = new Map<string, string>();

/** Remembers an entity's list query, without `?`. */
export const rememberListQuery = (entity: string, query: string): void => {
  lastQueries.set(entity, query);
};

/** The search of the entity's last list since the page was loaded, with `?`, so that leaving a record leads back to it. */
export const lastListSearch = (entity: string): string => {
  const query = lastQueries.get(entity);
  return query ? `?${query}` : '';
};
