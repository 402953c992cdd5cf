/**
 * For the lodash function of this name where react-admin calls it: it compares filters, sorts, records and what the
 * store holds, all of them plain data. Anything else is equal only to itself.
 */
export default function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return [Object.prototype, Array.prototype, Date.prototype, null].includes(prototype as object | null);
};
