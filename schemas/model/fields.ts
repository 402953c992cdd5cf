import { pointerSegments } from './pointer.ts';
import type { EntityModel, FieldModel, VariantModel } from './types.ts';

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
    value =
      value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[segment] : undefined;
    found =
      found?.type === 'list' && found.item ? found.item : candidates.find((field) => field.name === segment);
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
      return choice?.label ?? (value === undefined || value === null ? '' : String(value));
    })
    .trim();
  return text || String(record['id'] ?? '');
}

/** A new record's values: constants and defaults of every field, objects filled inside. */
export function defaultsOf(fields: FieldModel[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const field of fields) {
    const value =
      field.constant ?? field.default ?? (field.fields ? nonEmpty(defaultsOf(field.fields)) : undefined);
    if (value !== undefined) record[field.name] = structuredClone(value);
  }
  return record;
}

function nonEmpty(record: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(record).length > 0 ? record : undefined;
}
