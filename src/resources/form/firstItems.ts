import { defaultsOf } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';

/** A new item with the defaults of its fields. */
export function newItem(item: FieldModel | undefined, variant?: string): Json {
  if (item?.variants) {
    const option = item.variants.options.find((one) => one.value === variant) ?? item.variants.options[0];
    return {
      ...firstValues(option?.fields ?? []),
      [item.variants.discriminator]: option?.value ?? '',
    };
  }
  if (item?.fields) return firstValues(item.fields);
  return item?.default ?? '';
}

/** The defaults of fields, and the first items of the lists that begin with one. */
export const firstValues = (fields: FieldModel[]): JsonObject => ({
  ...(defaultsOf(fields) as JsonObject),
  ...Object.fromEntries(
    fields.flatMap(({ name, item, options }) =>
      item && options['first'] === true ? [[name, [newItem(item)]]] : [],
    ),
  ),
});
