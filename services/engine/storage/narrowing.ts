import { FIELD_TYPES } from '../../../schemas/model/fieldTypes.ts';
import type { ShapeField } from './storedShape.ts';

/** The kind of value that is stored for a field. Rows stay readable while it does not change. */
export function storedKind(field: ShapeField): string {
  if (field.choices) return typeof field.choices[0];
  // A shape stored by an old version may have a type that no longer exists.
  const stored = (FIELD_TYPES as Partial<typeof FIELD_TYPES>)[field.type]?.stored;
  if (stored === 'text') return 'string';
  return stored === 'texts' ? stored : field.type;
}

/** Whether the new shape may refuse a value that the old one accepted. */
export function isNarrower(old: ShapeField, next: ShapeField): boolean {
  return (
    storedKind(old) !== storedKind(next) ||
    // Any text field may become a free text, but not vice versa.
    (FIELD_TYPES[next.type].hasFormat && old.type !== next.type) ||
    losesChoices(old, next) ||
    isLower(old.maxLength, next.maxLength) ||
    isLower(old.maximum, next.maximum) ||
    isLower(old.maxItems, next.maxItems) ||
    isHigher(old.minLength, next.minLength) ||
    isHigher(old.minimum, next.minimum) ||
    isHigher(old.minItems, next.minItems) ||
    (next.pattern !== undefined && next.pattern !== old.pattern) ||
    (next.counts === 'units' && old.counts !== 'units' && next.maxLength !== undefined) ||
    (next.constant !== undefined && JSON.stringify(next.constant) !== JSON.stringify(old.constant)) ||
    narrowerFields(old.fields, next.fields) ||
    (old.item !== undefined && next.item !== undefined && isNarrower(old.item, next.item)) ||
    narrowerVariants(old.variants, next.variants)
  );
}

/** Whether the old field has a choice that the new one does not have. */
export function losesChoices(old: ShapeField, next: ShapeField): boolean {
  if (!next.choices) return false;
  return !old.choices || old.choices.some((choice) => !next.choices?.includes(choice));
}

function narrowerFields(old: ShapeField[] = [], next: ShapeField[] = []): boolean {
  return (
    old.some((field) => {
      const now = next.find((one) => one.name === field.name);
      return !now || isNarrower(field, now) || (now.required && !field.required);
    }) || next.some((field) => field.required && !old.some((one) => one.name === field.name))
  );
}

function narrowerVariants(old: ShapeField['variants'], next: ShapeField['variants']): boolean {
  if (!old || !next) return false;
  if (old.discriminator !== next.discriminator) return true;
  return old.options.some((option) => {
    const now = next.options.find((one) => one.value === option.value);
    return !now || narrowerFields(option.fields, now.fields);
  });
}

function isLower(old: number | undefined, next: number | undefined): boolean {
  return next !== undefined && next < (old ?? Infinity);
}
function isHigher(old: number | undefined, next: number | undefined): boolean {
  return next !== undefined && next > (old ?? -Infinity);
}
