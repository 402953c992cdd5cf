import { escapePointer, pointerSegments } from './pointer.ts';
import type { EntityModel, FieldModel, VariantModel } from './types.ts';
import { textOf } from './text.ts';

/** The fields of an object that holds variants: those of the variant its discriminator names, or none yet. */
export function variantOf(field: FieldModel, value: unknown): VariantModel | undefined {
  if (!field.variants || value === null || typeof value !== 'object') return undefined;
  const tag = (value as Record<string, unknown>)[field.variants.discriminator];
  return field.variants.options.find((option) => option.value === tag);
}

/** The fields inside an object or variants field for the given value. */
export function childFields(field: FieldModel, value: unknown): FieldModel[] {
  return field.fields ?? variantOf(field, value)?.fields ?? [];
}

/** The field that a JSON pointer into `record` leads to, through lists and variants. */
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

/** What a visit returns to leave a value out: the field of an object, or the item of a list. */
export const DROP: unique symbol = Symbol('left out');

/**
 * Sees one value of a record.
 * @param field its model; of an item, the model of the list's items (its name is `*`)
 * @param value undefined where the object lacks the field
 * @param pointer where it stands in the record as it was given
 * @param parent the object that holds the field; of an item, the object that holds the list
 * @returns the value itself to keep it, another to put in its place, or `DROP`
 */
export type Visit = (field: FieldModel, value: unknown, pointer: string, parent: Readonly<Values>) => unknown;

/**
 * The record with every value replaced by what `visit` makes of it, parents first: what lies inside is visited in the
 * value that came back. Every field of every object, list item and chosen variant is visited, those that are absent
 * too; unknown fields stay as they are. Nothing is changed in place: what stays the same is shared with `record`.
 */
export function mapValues(fields: FieldModel[], record: Values, visit: Visit, base = ''): Values {
  let changed: Values | undefined;
  for (const field of fields) {
    const held = Object.hasOwn(record, field.name);
    const value = held ? record[field.name] : undefined;
    const mapped = mapValue(field, value, `${base}/${escapePointer(field.name)}`, record, visit);
    if (mapped === value || (mapped === DROP && !held)) continue;
    changed ??= { ...record };
    if (mapped === DROP || mapped === undefined) Reflect.deleteProperty(changed, field.name);
    else changed[field.name] = mapped;
  }
  return changed ?? record;
}

function mapValue(field: FieldModel, value: unknown, pointer: string, parent: Values, visit: Visit): unknown {
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
  visit: Visit,
): unknown[] {
  if (!item) return items;
  const mapped = items.map((entry, index) => mapValue(item, entry, `${pointer}/${index}`, parent, visit));
  if (mapped.every((entry, index) => entry === items[index])) return items;
  return mapped.filter((entry) => entry !== DROP && entry !== undefined);
}

/** Calls `visit` for every value of a record as `mapValues` does, and changes nothing. */
export function walkValues(
  fields: FieldModel[],
  record: Values,
  visit: (...seen: Parameters<Visit>) => void,
): void {
  mapValues(fields, record, (...seen) => {
    visit(...seen);
    return seen[1];
  });
}

/** What a record is called: the entity's title template filled in, or its id when that gives nothing. */
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

/** A new record's values: constants and defaults of every field, objects filled inside. */
export function defaultsOf(fields: FieldModel[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) {
    const value =
      field.constant ?? field.default ?? (field.fields ? nonEmpty(defaultsOf(field.fields)) : undefined);
    // Cloning takes its time, also where there is nothing to clone.
    if (value !== undefined) record[field.name] = typeof value === 'object' ? structuredClone(value) : value;
  }
  return record;
}

function nonEmpty(record: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(record).length > 0 ? record : undefined;
}
