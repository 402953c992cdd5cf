import { walkValues } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';

/** Finds the first picture in the values of fields, nested ones included, with its field. */
export function findFirstPicture(
  fields: FieldModel[],
  values: Record<string, unknown>,
): { field: FieldModel; address: string } | undefined {
  let found: { field: FieldModel; address: string } | undefined;
  walkValues(fields, values, (field, held) => {
    if (field.type === 'image' && typeof held === 'string' && held !== '') found ??= { field, address: held };
  });
  return found;
}
