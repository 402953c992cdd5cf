import type { HttpClient } from './httpClient.ts';

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What is worked out for a record (`_count: {links: 3}`, `_text`) stands beside its own fields too, where columns and views look. */
export const flattenComputed = <T>(value: T): T =>
  isObject(value) && (isObject(value['_count']) || isObject(value['_text']))
    ? { ...(value['_count'] as Values), ...(value['_text'] as Values), ...value }
    : value;

/** Answers with the counts of records beside their fields. */
export const withFlattenedComputed =
  (http: HttpClient): HttpClient =>
  async (...request) => {
    const answer = await http(...request);
    const json: unknown = answer.json;
    return { ...answer, json: Array.isArray(json) ? json.map(flattenComputed) : flattenComputed(json) };
  };

/** What is sent of a record: nothing that the services count. */
export const withoutComputed = <T extends object>(
  fields: readonly { name: string; computed?: unknown }[] = [],
  data: T,
): T => {
  const counted = new Set([
    '_count',
    '_text',
    ...fields.filter((one) => one.computed).map((one) => one.name),
  ]);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !counted.has(name))) as T;
};
