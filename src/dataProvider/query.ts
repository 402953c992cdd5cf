type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

const add = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === undefined || value === null || value === '') return;
  if (isPlain(value)) query.append(name, String(value));
  else if (Array.isArray(value)) for (const item of value) add(query, name, item);
  else if (typeof value === 'object') {
    for (const [key, nested] of Object.entries(value)) add(query, key ? `${name}.${key}` : name, nested);
  }
};

/** React-admin's conventional full-text filter and the services' name for it. */
const FULL_TEXT = 'q';

/**
 * Query parameters of a filter: `{status: ['draft', 'failed'], createdAt: {gte: …}, q: 'x'}` →
 * `status=draft&status=failed&createdAt.gte=…&keyword=x`. The operator `''` is equality. Empty values are left out.
 */
export const filterQuery = (filter: Record<string, unknown> = {}): URLSearchParams => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    add(query, name === FULL_TEXT ? 'keyword' : name, value);
  return query;
};

/** Adds the other parameters of a call, again without the empty ones. */
export const withParams = (query: URLSearchParams, params: Record<string, unknown>): string => {
  for (const [name, value] of Object.entries(params)) add(query, name, value);
  const text = query.toString();
  return text && `?${text}`;
};

/** `{field: 'name', order: 'DESC'}` → `-name`. */
export const sortParam = (sort?: { field: string; order: string }): string | undefined =>
  sort?.field ? `${sort.order === 'DESC' ? '-' : ''}${sort.field}` : undefined;
