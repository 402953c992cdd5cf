/** Deep equality of JSON values that treats null, empty texts and empty lists as absent. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const [a, b] = [blankAsUndefined(one), blankAsUndefined(other)];
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameValue(item, b[index]))
    );
  }
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) =>
    isSameValue(left[key], right[key]),
  );
}

function blankAsUndefined(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  return value;
}
