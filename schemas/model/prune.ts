import { childFields, variantOf } from './fields.ts';
import { matches } from './match.ts';
import type { FieldModel, MatchContext } from './types.ts';

type Values = Record<string, unknown>;

/**
 * A copy without what conditions hide and without values that mean "nothing" (null, undefined, and texts that are
 * empty), so that optional fields left blank are simply absent. Unknown fields stay, to be refused by name.
 */
export function withoutHidden(fields: FieldModel[], target: Values, context: MatchContext): Values {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const result: Values = {};
  for (const [name, value] of Object.entries(target)) {
    const field = byName.get(name);
    if (!field) define(result, name, value);
    else if (isBlank(value) || !matches(field.visibleWhen, target, context)) continue;
    else define(result, name, inside(field, value, context));
  }
  return result;
}

/**
 * What is stored of a record that a person filled in: nothing that conditions hide, nothing blank, and in an
 * object of several variants only the fields of the variant that is chosen.
 */
export function prune(model: { fields: FieldModel[] }, record: Values, context: MatchContext = {}): Values {
  const withRoot = { ...context, root: record };
  return withoutHidden(model.fields, dropOtherVariants(model.fields, record), withRoot);
}

function inside(field: FieldModel, value: unknown, context: MatchContext): unknown {
  if (Array.isArray(value)) {
    const item = field.item;
    return item ? value.map((entry: unknown) => inside(item, entry, context)) : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const fields = childFields(field, value);
  return fields.length > 0 ? withoutHidden(fields, value as Values, context) : value;
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

/** Plain assignment would lose a field called `__proto__`, which has to be refused by name like any other. */
function define(target: Values, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
