/** Escapes one segment of a JSON pointer (RFC 6901). */
export function escapePointer(segment: string | number): string {
  const text = String(segment);
  // Fast path: called for every value of every record, and field names need no escaping.
  if (!text.includes('~') && !text.includes('/')) return text;
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The segments of a JSON pointer, unescaped. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, or undefined where the path ends early. */
export function valueAt(target: unknown, pointer: string): unknown {
  let current = target;
  for (const segment of pointerSegments(pointer)) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, segment)) return undefined;
    current = (current as Record<string, unknown>)[segment];
  }
  return current;
}
