import { DROP, mapValues, variantOf } from './fields.ts';
import { matches } from './match.ts';
import type { FieldModel, MatchContext } from './types.ts';

type Values = Record<string, unknown>;

/**
 * The record without fields that conditions hide and without blank values (null, undefined, empty text), so that
 * optional fields left blank are absent. Unknown fields stay, to be rejected by name.
 */
export function withoutHidden(fields: FieldModel[], target: Values, context: MatchContext): Values {
  return mapValues(fields, target, (field, value, _, parent) => {
    if (field.name === '*') return value;
    return isBlank(value) || !matches(field.visibleWhen, parent, context) ? DROP : value;
  });
}

/**
 * The part of a filled-in form that is stored: no hidden fields, no blank values, and of an object with variants only
 * the chosen variant's fields.
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
    if (field.name in result) result[field.name] = dropForeignVariantFields(field, result[field.name]);
  }
  return result;
}

function dropForeignVariantFields(field: FieldModel, value: unknown): unknown {
  if (Array.isArray(value)) {
    const item = field.item;
    return item ? value.map((entry: unknown) => dropForeignVariantFields(item, entry)) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (field.fields) return dropOtherVariants(field.fields, value as Values);
  const variant = variantOf(field, value);
  if (!variant) return value;
  const variantFields = new Set(variant.fields.map((one) => one.name));
  const allVariantFields = new Set(
    field.variants?.options.flatMap((option) => option.fields.map((one) => one.name)),
  );
  const visible = Object.entries(value).filter(
    ([name]) => variantFields.has(name) || !allVariantFields.has(name),
  );
  return dropOtherVariants(variant.fields, Object.fromEntries(visible));
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
