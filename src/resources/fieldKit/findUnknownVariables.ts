import { walkValues } from '../../../schemas/model/fields.ts';
import type { FieldModel, JsonObject } from '../../../schemas/model/types.ts';
import type { ValidateOptions } from '../../../schemas/model/validate.ts';
import { variableNames } from '../../../schemas/model/variables.ts';

/** Validation options for variables in texts. */
export type TextRules = Pick<ValidateOptions, 'fillText' | 'isKnownVariable'>;

/** Pointers of texts with unknown variables. */
export function findUnknownVariables(
  fields: FieldModel[],
  record: JsonObject,
  isKnown: TextRules['isKnownVariable'],
): ReadonlySet<string> {
  const found = new Set<string>();
  if (!isKnown) return found;
  walkValues(fields, record, (field, value, pointer) => {
    if (field.variables && typeof value === 'string' && !variableNames(value).every(isKnown))
      found.add(pointer);
  });
  return found;
}
