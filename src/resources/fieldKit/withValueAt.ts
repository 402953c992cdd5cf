import type { Path } from './pointers.ts';

const isList = Array.isArray;

/**
 * A copy of `target` with another value at `path`, sharing the rest. `undefined` removes a property and sets a list
 * entry to null. Missing objects and lists on the path are created.
 */
export function withValueAt(target: unknown, path: Path, value: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (typeof head === 'number') {
    const items: unknown[] = isList(target) ? [...(target as unknown[])] : [];
    items[head] = withValueAt(items[head], rest, value) ?? null;
    return items;
  }
  const holder = target !== null && typeof target === 'object' && !isList(target) ? target : {};
  const next = withValueAt((holder as Record<string, unknown>)[head], rest, value);
  if (next !== undefined) return { ...holder, [head]: next };
  const { [head]: _, ...others } = holder as Record<string, unknown>;
  return others;
}
