import { walkValues } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';

/** The first picture in the values of some fields, however deep, with the field that it is in. */
export function firstPicture(
  fields: FieldModel[],
  values: Record<string, unknown>,
): { field: FieldModel; address: string } | undefined {
  let found: { field: FieldModel; address: string } | undefined;
  walkValues(fields, values, (field, held) => {
    if (field.type === 'image' && typeof held === 'string' && held !== '') found ??= { field, address: held };
  });
  return found;
}
