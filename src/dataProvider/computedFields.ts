import type { HttpClient } from './httpClient.ts';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Copies computed values (`_count: {links: 3}`, `_text`) beside the record's own fields, where columns and views read them. */
export const flattenComputed = <T>(value: T): T =>
  isObject(value) && (isObject(value['_count']) || isObject(value['_text']))
    ? { ...(value['_count'] as Values), ...(value['_text'] as Values), ...value }
    : value;

/** Flattens the computed values of every record in a response. */
export const withFlattenedComputed =
  (http: HttpClient): HttpClient =>
  async (...request) => {
    const answer = await http(...request);
    const json: unknown = answer.json;
    return { ...answer, json: Array.isArray(json) ? json.map(flattenComputed) : flattenComputed(json) };
  };

/** A record without the values that the services compute, as they are sent to them. */
export const withoutComputed = <T extends object>(
  fields: readonly { name: string; computed?: unknown }[] = [],
  data: T,
): T => {
  const computed = new Set([
    '_count',
    '_text',
    ...fields.filter((one) => one.computed).map((one) => one.name),
  ]);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !computed.has(name))) as T;
};
