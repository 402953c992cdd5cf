import { mapValues, walkValues } from './fields.ts';
import { sameChoice, traitsOf } from './fieldTypes.ts';
import type { FieldModel } from './types.ts';

type Values = Record<string, unknown>;

interface CanonicalOptions {
  /** Makes an id for a field that is `generated: "id"`. */
  newId: () => string;
  /** The record as it is stored: the generated ids that it holds may come back, and stay. */
  stored?: Values;
}

/**
 * A record in the one form in which values are stored, compared and sorted; called before rights and `validate`.
 * Date-times become ISO 8601 in UTC with milliseconds, choices take the case in which the schema writes them, files are their ids, and what
 * the system generates is filled in: ids that are new, unknown or repeated are made anew, indexes follow the order of
 * the list. What is not valid stays as it is, for `validate` to refuse; texts stay as people typed them, surrounding
 * blanks included. Nothing is changed in place.
 */
export function canonical(
  model: { fields: FieldModel[] },
  record: Values,
  { newId, stored }: CanonicalOptions,
): Values {
  const known = stored ? generatedIds(model.fields, stored) : new Set<string>();
  return mapValues(model.fields, record, (field, value, pointer) => {
    if (field.generated === 'index') return Number(pointer.split('/').at(-2));
    if (field.generated !== 'id') return canonicalValue(field, value);
    // Taken from what is known, so that of two items with one id the second gets its own.
    return typeof value === 'string' && known.delete(keyOf(field, value)) ? value : newId();
  });
}

/** One value in its canonical form, such as that of a list's filter; a list's items are values of their own. */
function canonicalValue(field: FieldModel, value: unknown): unknown {
  if (field.anyCase && typeof value === 'string') return inCaseOf(field, value);
  return traitsOf(field).canonical?.(value) ?? value;
}

function inCaseOf(field: FieldModel, value: string): unknown {
  const same = field.choices?.find((choice) => sameChoice(field, String(choice.value), value));
  return same ? same.value : value;
}

function generatedIds(fields: FieldModel[], stored: Values): Set<string> {
  const ids = new Set<string>();
  walkValues(fields, stored, (field, value) => {
    if (field.generated === 'id' && typeof value === 'string') ids.add(keyOf(field, value));
  });
  return ids;
}

const keyOf = (field: FieldModel, id: string): string => `${field.path} ${id}`;
