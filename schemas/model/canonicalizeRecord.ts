import { mapValues, walkValues } from './fields.ts';
import { isSameChoice, traitsOf } from './fieldTypes.ts';
import type { FieldModel } from './types.ts';

type Values = Record<string, unknown>;

interface CanonicalOptions {
  /** Creates an id for a field that is `generated: "id"`. */
  newId: () => string;
  /** The stored record: an update keeps the generated ids that it has. */
  stored?: Values;
}

/**
 * A record in the form in which values are stored, compared and sorted; called before rights and `validate`. Date-times
 * become ISO 8601 in UTC with milliseconds, choices take the schema's case, files become their ids, and generated
 * fields are set: ids that are new, unknown or repeated are created, indexes follow the order of the list. Invalid
 * values stay for `validate` to reject; texts stay as typed, with their surrounding blanks. The record itself is not
 * changed.
 */
export function canonicalizeRecord(
  model: { fields: FieldModel[] },
  record: Values,
  { newId, stored }: CanonicalOptions,
): Values {
  const reusableIds = stored ? generatedIds(model.fields, stored) : new Set<string>();
  return mapValues(model.fields, record, (field, value, pointer) => {
    if (field.generated === 'index') return Number(pointer.split('/').at(-2));
    if (field.generated !== 'id') return canonicalizeValue(field, value);
    // Each stored id is used once, so that of two items with the same id the second gets a new one.
    return typeof value === 'string' && reusableIds.delete(idKey(field, value)) ? value : newId();
  });
}

/** Canonicalizes a single value, such as a list's filter; items of a list are visited one by one. */
function canonicalizeValue(field: FieldModel, value: unknown): unknown {
  if (field.anyCase && typeof value === 'string') return toSchemaCase(field, value);
  return traitsOf(field).canonicalize?.(value) ?? value;
}

function toSchemaCase(field: FieldModel, value: string): unknown {
  const choice = field.choices?.find((choice) => isSameChoice(field, String(choice.value), value));
  return choice ? choice.value : value;
}

function generatedIds(fields: FieldModel[], stored: Values): Set<string> {
  const ids = new Set<string>();
  walkValues(fields, stored, (field, value) => {
    if (field.generated === 'id' && typeof value === 'string') ids.add(idKey(field, value));
  });
  return ids;
}

const idKey = (field: FieldModel, id: string): string => `${field.path} ${id}`;
