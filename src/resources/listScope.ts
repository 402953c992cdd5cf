/** Query parameter of the tab of a record's page. */
export const TAB_PARAM = '_tab';

/** Whether a parameter is of the list of the page itself, not of a tab or a list inside one. */
const isPageParam = (name: string): boolean => name !== TAB_PARAM && !name.includes(':');

/** Serialises with colons and commas unescaped, which queries allow. */
const toReadableQuery = (query: URLSearchParams): string =>
  query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');

/**
 * The parameters of one list of a page: those with the prefix `<scope>:`, without it. The page's own list has no scope,
 * and parameters without a prefix.
 */
export const scopedQuery = (search: string, scope = ''): string => {
  const scoped = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!scope && isPageParam(name)) scoped.append(name, value);
    else if (scope && name.startsWith(`${scope}:`)) scoped.append(name.slice(scope.length + 1), value);
  }
  return toReadableQuery(scoped);
};

/** Replaces the parameters of one list in the query of a page. */
export const withScopedQuery = (search: string, scope: string, scoped: string): string => {
  const query = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    const isReplaced = scope ? name.startsWith(`${scope}:`) : isPageParam(name);
    if (!isReplaced) query.append(name, value);
  }
  for (const [name, value] of new URLSearchParams(scoped))
    query.append(scope ? `${scope}:${name}` : name, value);
  return toReadableQuery(query);
};
