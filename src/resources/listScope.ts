/** The tab of a record's page, in its address. */
export const TAB_PARAM = '_tab';

/** Whether a parameter belongs to the list of the screen itself, not to a tab or to a list inside one. */
const isOwn = (name: string): boolean => name !== TAB_PARAM && !name.includes(':');

/** With the colons and commas readable that queries may hold as they are. */
const textOf = (query: URLSearchParams): string =>
  query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');

/**
 * The part of an address's query that is a list's: what begins with `<scope>:`, without that. A list without a scope is
 * the screen's own; it has what has no prefix.
 */
export const scopedQuery = (search: string, scope = ''): string => {
  const own = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!scope && isOwn(name)) own.append(name, value);
    else if (scope && name.startsWith(`${scope}:`)) own.append(name.slice(scope.length + 1), value);
  }
  return textOf(own);
};

/** The whole query with a list's part of it replaced; what others put there stays. */
export const withScopedQuery = (search: string, scope: string, own: string): string => {
  const query = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    const isReplaced = scope ? name.startsWith(`${scope}:`) : isOwn(name);
    if (!isReplaced) query.append(name, value);
  }
  for (const [name, value] of new URLSearchParams(own))
    query.append(scope ? `${scope}:${name}` : name, value);
  return textOf(query);
};
