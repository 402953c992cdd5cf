import { DROP, mapValues, variantOf } from './fields.ts';
import { matches } from './match.ts';
import type { FieldModel, MatchContext } from './types.ts';

type Values = Record<string, unknown>;

/**
 * The record without what conditions hide and without values that mean "nothing" (null, undefined, and texts that
 * are empty), so that optional fields left blank are simply absent. Unknown fields stay, to be refused by name.
 */
export function withoutHidden(fields: FieldModel[], target: Values, context: MatchContext): Values {
  return mapValues(fields, target, (field, value, _, parent) => {
    if (field.name === '*') return value;
    return isBlank(value) || !matches(field.visibleWhen, parent, context) ? DROP : value;
  });
}

/**
 * What is stored of a record that a person filled in: nothing that conditions hide, nothing blank, and in an
 * object of several variants only the fields of the variant that is chosen.
 */
export function dropHiddenFields(
  model: { fields: FieldModel[] },
  record: Values,
  context: MatchContext = {},
): Values {
  const withRoot = { ...context, root: record };
  return withoutHidden(model.fields, dropOtherVariants(model.fields, record), withRoot);
}

function dropOtherVariants(fields: FieldModel[], target: Values): Values {
  const result: Values = { ...target };
  for (const field of fields) {
    if (field.name in result) result[field.name] = ownVariantOnly(field, result[field.name]);
  }
  return result;
}

function ownVariantOnly(field: FieldModel, value: unknown): unknown {
  if (Array.isArray(value)) {
    const item = field.item;
    return item ? value.map((entry: unknown) => ownVariantOnly(item, entry)) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (field.fields) return dropOtherVariants(field.fields, value as Values);
  const variant = variantOf(field, value);
  if (!variant) return value;
  const own = new Set(variant.fields.map((one) => one.name));
  const foreign = new Set(field.variants?.options.flatMap((option) => option.fields.map((one) => one.name)));
  const kept = Object.entries(value).filter(([name]) => own.has(name) || !foreign.has(name));
  return dropOtherVariants(variant.fields, Object.fromEntries(kept));
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
