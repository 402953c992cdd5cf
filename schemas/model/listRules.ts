import type { SchemaFault } from './schemaValidator.ts';
import { isPresent } from './match.ts';
import { escapePointer } from './pointer.ts';
import type { ListRules } from './types.ts';

/**
 * Faults across the items of a list; each is reported at the item's field that breaks the rule, or at the list where
 * the items are plain choices.
 */
export function listFaults(rules: ListRules, items: unknown[], pointer: string): SchemaFault[] {
  return [
    ...rules.uniqueBy.flatMap((name) => repeatedValues(items, name, pointer)),
    ...(rules.uniquePrefixBefore === undefined ? [] : samePrefixes(items, rules.uniquePrefixBefore, pointer)),
    ...rules.equalLength.flatMap((name) => unevenCounts(items, name, pointer)),
    ...rules.allOrNone.flatMap((name) => missingInSome(items, name, pointer)),
  ];
}

function repeatedValues(items: unknown[], name: string, pointer: string): SchemaFault[] {
  const seen = new Set<string>();
  return comparedValues(items, name, pointer).flatMap(({ key, at: place }) => {
    if (seen.has(key)) return [{ pointer: place, rule: 'uniqueBy' as const }];
    seen.add(key);
    return [];
  });
}

/**
 * The values that `uniqueBy` compares, with their pointers: values with equal keys are duplicates.
 * @param name field of the items, with dots for nested lists; empty for the items themselves
 */
export const comparedValues = (
  items: unknown[],
  name: string,
  pointer: string,
): { key: string; at: string }[] =>
  items
    .flatMap((item, index) => valuesAt(item, name === '' ? [] : name.split('.'), `${pointer}/${index}`))
    .map(({ value, at: place }) => ({ key: toComparable(String(value)), at: place }));

/** Single values at a path, with their pointers; a list on the way contributes each of its items. */
function valuesAt(
  value: unknown,
  path: readonly string[],
  at: string,
): { value: string | number; at: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => valuesAt(one, path, `${at}/${index}`));
  const [name, ...rest] = path;
  if (name !== undefined) return valuesAt(fieldOf(value, name), rest, `${at}/${escapePointer(name)}`);
  return typeof value === 'string' || typeof value === 'number' ? [{ value, at }] : [];
}

/** Normalizing takes quadratic time for a run of marks; longer texts are compared unnormalized. */
const MAX_NORMALIZED_UNITS = 1000;

function toComparable(text: string): string {
  const normalized = text.length <= MAX_NORMALIZED_UNITS ? text.normalize('NFC') : text;
  return normalized.trim().toLowerCase();
}

function samePrefixes(items: unknown[], mark: string, pointer: string): SchemaFault[] {
  const prefixes = items.map((item) => (typeof item === 'string' ? item.split(mark, 1)[0] : undefined));
  const present = prefixes.filter((head) => head !== undefined);
  return new Set(present).size < present.length ? [{ pointer, rule: 'uniquePrefixBefore' }] : [];
}

function unevenCounts(items: unknown[], name: string, pointer: string): SchemaFault[] {
  const counts = items.map((item) => {
    const value = fieldOf(item, name);
    return Array.isArray(value) ? value.length : 0;
  });
  return counts.flatMap((count, index) =>
    count === counts[0] ? [] : [{ pointer: itemPointer(pointer, index, name), rule: 'equalLength' }],
  );
}

function missingInSome(items: unknown[], name: string, pointer: string): SchemaFault[] {
  const present = items.map((item) => isPresent(fieldOf(item, name)));
  if (!present.includes(true)) return [];
  return present.flatMap((has, index) =>
    has ? [] : [{ pointer: itemPointer(pointer, index, name), rule: 'allOrNone' }],
  );
}

function fieldOf(item: unknown, name: string): unknown {
  if (name === '') return item;
  return item !== null && typeof item === 'object' ? (item as Record<string, unknown>)[name] : undefined;
}

function itemPointer(pointer: string, index: number, name: string): string {
  return name === '' ? `${pointer}/${index}` : `${pointer}/${index}/${escapePointer(name)}`;
}
