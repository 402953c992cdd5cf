import type { SchemaFault } from './schemaValidator.ts';
import { isPresent } from './match.ts';
import { escapePointer } from './pointer.ts';
import type { ListRules } from './types.ts';

/** Faults that only show across the items of a list; each is told at the item's field that breaks the rule, or at the list where items are plain texts of choice. */
export function listFaults(rules: ListRules, items: unknown[], pointer: string): SchemaFault[] {
  return [
    ...rules.uniqueBy.flatMap((name) => repeated(items, name, pointer)),
    ...(rules.uniquePrefixBefore === undefined ? [] : sameBefore(items, rules.uniquePrefixBefore, pointer)),
    ...rules.equalLength.flatMap((name) => unevenCounts(items, name, pointer)),
    ...rules.allOrNone.flatMap((name) => missingInSome(items, name, pointer)),
  ];
}

function repeated(items: unknown[], name: string, pointer: string): SchemaFault[] {
  const seen = new Set<string>();
  return comparedValues(items, name, pointer).flatMap(({ key, at: place }) => {
    if (seen.has(key)) return [{ pointer: place, rule: 'uniqueBy' as const }];
    seen.add(key);
    return [];
  });
}

/**
 * What `uniqueBy` compares in the items of a list, with its place: two values are the same where their keys are.
 * @param name of the items' field, with dots for lists inside; empty for the items themselves
 */
export const comparedValues = (
  items: unknown[],
  name: string,
  pointer: string,
): { key: string; at: string }[] =>
  items
    .flatMap((item, index) => valuesAt(item, name === '' ? [] : name.split('.'), `${pointer}/${index}`))
    .map(({ value, at: place }) => ({ key: comparable(String(value)), at: place }));

/** Single values at a path of names, with their places; lists on the way have it in each of their items. */
function valuesAt(
  value: unknown,
  path: readonly string[],
  at: string,
): { value: string | number; at: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => valuesAt(one, path, `${at}/${index}`));
  const [name, ...rest] = path;
  if (name !== undefined) return valuesAt(read(value, name), rest, `${at}/${escapePointer(name)}`);
  return typeof value === 'string' || typeof value === 'number' ? [{ value, at }] : [];
}

/** Normalising costs the square of a run of marks; longer texts are compared as they are. */
const NORMALISED = 1000;

function comparable(text: string): string {
  const same = text.length <= NORMALISED ? text.normalize('NFC') : text;
  return same.trim().toLowerCase();
}

function sameBefore(items: unknown[], mark: string, pointer: string): SchemaFault[] {
  const heads = items.map((item) => (typeof item === 'string' ? item.split(mark, 1)[0] : undefined));
  const present = heads.filter((head) => head !== undefined);
  return new Set(present).size < present.length ? [{ pointer, rule: 'uniquePrefixBefore' }] : [];
}

function unevenCounts(items: unknown[], name: string, pointer: string): SchemaFault[] {
  const counts = items.map((item) => {
    const value = read(item, name);
    return Array.isArray(value) ? value.length : 0;
  });
  return counts.flatMap((count, index) =>
    count === counts[0] ? [] : [{ pointer: at(pointer, index, name), rule: 'equalLength' }],
  );
}

function missingInSome(items: unknown[], name: string, pointer: string): SchemaFault[] {
  const present = items.map((item) => isPresent(read(item, name)));
  if (!present.includes(true)) return [];
  return present.flatMap((has, index) =>
    has ? [] : [{ pointer: at(pointer, index, name), rule: 'allOrNone' }],
  );
}

function read(item: unknown, name: string): unknown {
  if (name === '') return item;
  return item !== null && typeof item === 'object' ? (item as Record<string, unknown>)[name] : undefined;
}

function at(pointer: string, index: number, name: string): string {
  return name === '' ? `${pointer}/${index}` : `${pointer}/${index}/${escapePointer(name)}`;
}
