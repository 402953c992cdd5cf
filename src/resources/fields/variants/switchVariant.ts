import { traitsOf } from '../../../../schemas/model/fieldTypes.ts';
import type { FieldModel, JsonObject, VariantsModel } from '../../../../schemas/model/types.ts';
import { buildDefaults } from '../../fieldKit/buildDefaults.ts';

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Switches the type of an object: values that both types have stay, those that it last had in the new type
 * (`remembered`) are restored, and the new type's defaults fill the rest.
 */
export function switchVariant(
  variants: VariantsModel,
  value: JsonObject,
  to: string,
  remembered: JsonObject = {},
): JsonObject {
  const { discriminator, options } = variants;
  const from = options.find((option) => option.value === value[discriminator]);
  const target = options.find((option) => option.value === to);
  if (!target) return value;
  const shared = carryFields(from?.fields ?? [], target.fields, value);
  return {
    ...buildDefaults(target.fields),
    ...(overlay(remembered, shared) as JsonObject),
    [discriminator]: to,
  };
}

function carryFields(from: FieldModel[], to: FieldModel[], value: JsonObject): JsonObject {
  const result: JsonObject = {};
  for (const target of to) {
    const source = from.find((field) => field.name === target.name);
    const stored = value[target.name];
    if (!source || stored === undefined || target.constant !== undefined) continue;
    const carried = carryValue(source, target, stored);
    if (carried !== undefined) result[target.name] = carried;
  }
  return result;
}

/** The part of a value that is valid in the other field of the same name. */
function carryValue(
  from: FieldModel,
  to: FieldModel,
  value: JsonObject[string],
): JsonObject[string] | undefined {
  if (from === to) return value;
  if (traitsOf(from).typedByHand && traitsOf(to).typedByHand) return value;
  if (from.type !== to.type) return undefined;
  if (to.choices) return to.choices.some((choice) => choice.value === value) ? value : undefined;
  if (from.fields && to.fields)
    return isObject(value) ? carryFields(from.fields, to.fields, value) : undefined;
  const { item: fromItem } = from;
  const { item: toItem } = to;
  if (fromItem && toItem) {
    if (!Array.isArray(value)) return undefined;
    const kept = value.map((entry) => carryValue(fromItem, toItem, entry));
    return kept.filter((entry) => entry !== undefined);
  }
  if (from.variants && to.variants)
    return isObject(value) ? carryVariant(from.variants, to.variants, value) : undefined;
  return value;
}

function carryVariant(from: VariantsModel, to: VariantsModel, value: JsonObject): JsonObject | undefined {
  const tag = value[from.discriminator];
  const source = from.options.find((option) => option.value === tag);
  const target = to.options.find((option) => option.value === tag);
  if (!source || !target) return undefined;
  return { [to.discriminator]: target.value, ...carryFields(source.fields, target.fields, value) };
}

/** Merges `top` over `base`; lists item by item, with the length of `top`. */
function overlay(base: JsonObject[string] | undefined, top: JsonObject[string]): JsonObject[string] {
  if (isObject(base) && isObject(top)) {
    const result: JsonObject = { ...base };
    for (const [name, value] of Object.entries(top)) result[name] = overlay(base[name], value);
    return result;
  }
  if (Array.isArray(base) && Array.isArray(top))
    return top.map((entry, index) => overlay(base[index], entry));
  return top;
}
