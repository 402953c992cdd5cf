import { isDeepStrictEqual } from 'node:util';
import type { EntityModel, JsonObject } from '../../../schemas/model/types.ts';
import { discardedFields, retiredStoredFields } from '../storage/retiring.ts';

/**
 * What a stored record holds under names that this version's schema does not have: a newer version beside this one has
 * given them values. Nobody sees them here, and every change leaves them as they are.
 */
const unknownValues = new WeakMap<object, JsonObject>();
const NO_VALUES: Readonly<JsonObject> = {};
const fieldNamesCache = new WeakMap<EntityModel, ReadonlySet<string>>();

function fieldNames(model: EntityModel): ReadonlySet<string> {
  let names = fieldNamesCache.get(model);
  if (!names) fieldNamesCache.set(model, (names = new Set(model.fields.map(({ name }) => name))));
  return names;
}

/** Takes what the schema does not name out of a stored document, which is the caller's own. */
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

/** What was sent, without what a newer version gave a record, where it comes back as it is stored. */
export function withoutUnknownFields(sent: Record<string, unknown>, stored: object): Record<string, unknown> {
  const hidden = unknownValues.get(stored) ?? NO_VALUES;
  const unchanged = Object.keys(hidden).filter(
    (name) => Object.hasOwn(sent, name) && isDeepStrictEqual(sent[name], hidden[name]),
  );
  if (unchanged.length === 0) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !unchanged.includes(name)));
}

/** The part of a state of the history that this version's schema names; what else the record holds now stays. */
export function pickKnownFields<T>(model: EntityModel, values: Record<string, T>): Record<string, T> {
  const names = fieldNames(model);
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** What was sent, with what has the earlier name of a field under its present one: who sent it knows an older version. */
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

/** The names under which a change of a record stores something, or nothing any more; what else it holds stays. */
export function writtenFieldNames(model: EntityModel): string[] {
  return [
    ...model.fields.filter(({ computed }) => !computed).map(({ name }) => name),
    ...discardedFields(model),
    // They stand beside the document.
    ...retiredStoredFields(model).flatMap(({ name, live }) => (live ? [name] : [])),
  ];
}
