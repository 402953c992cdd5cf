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

/** The defaults of fields, the first items of the lists that begin with one, and the first shape where one is chosen at once. */
export const firstValues = (fields: FieldModel[]): JsonObject => ({
  ...(defaultsOf(fields) as JsonObject),
  ...Object.fromEntries(
    fields.flatMap((field) => {
      if (field.options['first'] !== true) return [];
      if (field.item) return [[field.name, [newItem(field.item)]]];
      return field.variants ? [[field.name, newItem(field)]] : [];
    }),
  ),
});
