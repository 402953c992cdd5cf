import { walkValues } from '../../../schemas/model/fields.ts';
import type { FieldModel, JsonObject } from '../../../schemas/model/types.ts';
import type { ValidateOptions } from '../../../schemas/model/validate.ts';
import { variableNames } from '../../../schemas/model/variables.ts';

/** What the texts of a form are judged by: the values of the variables that they name. */
export type TextRules = Pick<ValidateOptions, 'fillText' | 'isKnownVariable'>;

/** Pointers of the texts that name what is no variable. */
export function findUnknownVariables(
  fields: FieldModel[],
  record: JsonObject,
  knows: TextRules['isKnownVariable'],
): ReadonlySet<string> {
  const found = new Set<string>();
  if (!knows) return found;
  walkValues(fields, record, (field, value, pointer) => {
    if (field.variables && typeof value === 'string' && !variableNames(value).every(knows))
      found.add(pointer);
  });
  return found;
}
