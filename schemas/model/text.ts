/**
 * Returns a value as text, whatever it is: texts as they are, lists with commas, objects as JSON. Unlike `String(value)`
 * it never runs code of the value, which may come from a request.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return value.toString();
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return JSON.stringify(value) ?? '';
}
