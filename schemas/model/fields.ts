import { escapePointer, pointerSegments } from './pointer.ts';
import type { EntityModel, FieldModel, VariantModel } from './types.ts';
import { textOf } from './text.ts';

/** The variant that an object's discriminator selects; undefined where none is chosen. */
export function variantOf(field: FieldModel, value: unknown): VariantModel | undefined {
  if (!field.variants || value === null || typeof value !== 'object') return undefined;
  const tag = (value as Record<string, unknown>)[field.variants.discriminator];
  return field.variants.options.find((option) => option.value === tag);
}

/** The fields inside an object or variants field for the given value. */
export function childFields(field: FieldModel, value: unknown): FieldModel[] {
  return field.fields ?? variantOf(field, value)?.fields ?? [];
}

/** The field at a JSON pointer into `record`, through lists and variants. */
export function fieldAt(fields: FieldModel[], pointer: string, record: unknown): FieldModel | undefined {
  let candidates = fields;
  let found: FieldModel | undefined;
  let value = record;
  for (const segment of pointerSegments(pointer)) {
    const item: FieldModel | undefined = Array.isArray(value) ? found?.item : undefined;
    value =
      value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[segment] : undefined;
    found = item ?? candidates.find((field) => field.name === segment);
    if (!found) return undefined;
    candidates = childFields(found, value);
  }
  return found;
}

/** Calls `visit` for every field of the tree, parents first, every variant included. */
export function walkFields(fields: FieldModel[], visit: (field: FieldModel) => void): void {
  for (const field of fields) {
    visit(field);
    if (field.fields) walkFields(field.fields, visit);
    if (field.item) walkFields([field.item], visit);
    for (const option of field.variants?.options ?? []) walkFields(option.fields, visit);
  }
}

type Values = Record<string, unknown>;

/** Returned by a visitor to remove a value: a field of an object, or an item of a list. */
export const DROP: unique symbol = Symbol('left out');

/**
 * Visits one value of a record.
 * @param field its model; for an item, the model of the list's items (its name is `*`)
 * @param value undefined where the object lacks the field
 * @param pointer JSON pointer into the original record
 * @param parent the object that has the field; for an item, the object that has the list
 * @returns the value to keep it, another one to replace it, or `DROP`
 */
export type ValueVisitor = (
  field: FieldModel,
  value: unknown,
  pointer: string,
  parent: Readonly<Values>,
) => unknown;

/**
 * The record with every value replaced by what `visit` returns, parents first; children are visited in the returned
 * value. Visits every field of every object, list item and chosen variant, absent ones included; unknown fields stay.
 * The record is not changed: unchanged parts are shared with it.
 */
export function mapValues(fields: FieldModel[], record: Values, visit: ValueVisitor, base = ''): Values {
  let changed: Values | undefined;
  for (const field of fields) {
    const isPresent = Object.hasOwn(record, field.name);
    const value = isPresent ? record[field.name] : undefined;
    const mapped = mapValue(field, value, `${base}/${escapePointer(field.name)}`, record, visit);
    if (mapped === value || (mapped === DROP && !isPresent)) continue;
    changed ??= { ...record };
    if (mapped === DROP || mapped === undefined) Reflect.deleteProperty(changed, field.name);
    else changed[field.name] = mapped;
  }
  return changed ?? record;
}

function mapValue(
  field: FieldModel,
  value: unknown,
  pointer: string,
  parent: Values,
  visit: ValueVisitor,
): unknown {
  const mapped = visit(field, value, pointer, parent);
  if (Array.isArray(mapped)) return mapItems(field.item, mapped, pointer, parent, visit);
  if (mapped === null || typeof mapped !== 'object') return mapped;
  return mapValues(childFields(field, mapped), mapped as Values, visit, pointer);
}

function mapItems(
  item: FieldModel | undefined,
  items: unknown[],
  pointer: string,
  parent: Values,
  visit: ValueVisitor,
): unknown[] {
  if (!item) return items;
  const mapped = items.map((entry, index) => mapValue(item, entry, `${pointer}/${index}`, parent, visit));
  if (mapped.every((entry, index) => entry === items[index])) return items;
  return mapped.filter((entry) => entry !== DROP && entry !== undefined);
}

/** Calls `visit` for every value of a record, in the order of `mapValues`. */
export function walkValues(
  fields: FieldModel[],
  record: Values,
  visit: (...seen: Parameters<ValueVisitor>) => void,
): void {
  mapValues(fields, record, (...args) => {
    visit(...args);
    return args[1];
  });
}

/** A record's title: the entity's template filled in, or its id where that is empty. */
export function recordTitle(
  model: Pick<EntityModel, 'recordTitle' | 'fields'>,
  record: Record<string, unknown>,
): string {
  const text = model.recordTitle
    .replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => {
      const value = record[name];
      const choice = model.fields
        .find((field) => field.name === name)
        ?.choices?.find((one) => one.value === value);
      return choice?.label ?? (value === undefined || value === null ? '' : textOf(value));
    })
    .trim();
  return text || textOf(record['id'] ?? '');
}

/** A new record's values: constants and defaults of all fields, nested objects included. */
export function defaultsOf(fields: FieldModel[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) {
    const value =
      field.constant ??
      field.default ??
      (field.fields ? undefinedIfEmpty(defaultsOf(field.fields)) : undefined);
    // `structuredClone` is slow even for plain values.
    if (value !== undefined) record[field.name] = typeof value === 'object' ? structuredClone(value) : value;
  }
  return record;
}

function undefinedIfEmpty(record: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(record).length > 0 ? record : undefined;
}
