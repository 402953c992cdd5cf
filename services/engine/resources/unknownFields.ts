import { isDeepStrictEqual } from 'node:util';
import type { EntityModel, JsonObject } from '../../../schemas/model/types.ts';
import { droppedFields, retiredStoredFields } from '../storage/retiring.ts';

/**
 * Values of fields that this version's schema does not have, by record: written by a newer version that runs beside this
 * one. They are hidden here, and changes leave them as they are.
 */
const unknownValues = new WeakMap<object, JsonObject>();
const NO_VALUES: Readonly<JsonObject> = {};
const fieldNamesCache = new WeakMap<EntityModel, ReadonlySet<string>>();

function fieldNames(model: EntityModel): ReadonlySet<string> {
  let names = fieldNamesCache.get(model);
  if (!names) fieldNamesCache.set(model, (names = new Set(model.fields.map(({ name }) => name))));
  return names;
}

/** Removes unknown fields from a stored document, in place, and remembers them for `withoutUnknownFields`. */
export function detachUnknownFields(model: EntityModel, stored: JsonObject): void {
  const names = fieldNames(model);
  let hidden: JsonObject | undefined;
  for (const name of Object.keys(stored)) {
    if (names.has(name)) continue;
    hidden ??= {};
    hidden[name] = stored[name] as JsonObject[string];
    Reflect.deleteProperty(stored, name);
  }
  if (hidden) unknownValues.set(stored, hidden);
}

/** The sent values without unknown fields that are unchanged: the client got them from a newer version. */
export function withoutUnknownFields(sent: Record<string, unknown>, stored: object): Record<string, unknown> {
  const hidden = unknownValues.get(stored) ?? NO_VALUES;
  const unchanged = Object.keys(hidden).filter(
    (name) => Object.hasOwn(sent, name) && isDeepStrictEqual(sent[name], hidden[name]),
  );
  if (unchanged.length === 0) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !unchanged.includes(name)));
}

/** The values of fields that this version's schema has. */
export function pickKnownFields<T>(model: EntityModel, values: Record<string, T>): Record<string, T> {
  const names = fieldNames(model);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** Renames fields that a client of an older version sent under their earlier names. */
export function withCurrentNames(
  { fields }: EntityModel,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  let renamed = sent;
  for (const { name, renamedFrom: earlier } of fields) {
    if (earlier === undefined || !Object.hasOwn(sent, earlier)) continue;
    const { [earlier]: value, ...rest } = renamed;
    if (!Object.hasOwn(sent, name)) renamed = { ...rest, [name]: value };
  }
  return renamed;
}

/** The keys of a stored document that a change replaces or removes; other keys stay. */
export function writtenFieldNames(model: EntityModel): string[] {
  return [
    ...model.fields.filter(({ computed }) => !computed).map(({ name }) => name),
    ...droppedFields(model),
    // Live fields are stored outside of the document.
    ...retiredStoredFields(model).flatMap(({ name, live }) => (live ? [name] : [])),
  ];
}
