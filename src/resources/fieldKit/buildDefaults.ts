import { defaultsOf } from '../../../schemas/model/fields.ts';
import type { FieldModel, Json, JsonObject } from '../../../schemas/model/types.ts';

/** A new item with the defaults of its fields. */
export function newItem(item: FieldModel | undefined, variant?: string): Json {
  if (item?.variants) {
    const option = item.variants.options.find((one) => one.value === variant) ?? item.variants.options[0];
    return {
      ...buildDefaults(option?.fields ?? []),
      [item.variants.discriminator]: option?.value ?? '',
    };
  }
  if (item?.fields) return buildDefaults(item.fields);
  return item?.default ?? '';
}

/**
 * Builds the defaults of fields, including the first item of lists and the first variant where `options.first` is
 * set.
 */
export const buildDefaults = (fields: FieldModel[]): JsonObject => ({
  ...(defaultsOf(fields) as JsonObject),
  ...Object.fromEntries(
    fields.flatMap((field) => {
      if (field.options['first'] !== true) return [];
      if (field.item) return [[field.name, [newItem(field.item)]]];
      return field.variants ? [[field.name, newItem(field)]] : [];
    }),
  ),
});
