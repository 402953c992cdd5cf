/**
 * For query-string, which ra-data-simple-rest gives one object of texts: the browser encodes those itself. React-admin's
 * own list parameters, which would need lists and nulls, are not used; the console keeps a list's state in
 * `resources/list/listState.ts`.
 */
export const stringify = (query: Record<string, string | number | boolean | undefined>): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');

export const parse = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
