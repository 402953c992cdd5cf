import { DEFAULT_MESSAGES, formatMessage } from '../../../schemas/model/validationMessages.ts';
import type { FieldModel } from '../../../schemas/model/types.ts';

const known = new WeakMap<FieldModel, string>();

/** The longest error message of a field's own rules, for which its message area reserves room. */
export function longestError(field: FieldModel): string {
  const found =
    known.get(field) ??
    possibleErrors(field).reduce((one, other) => (other.length > one.length ? other : one));
  known.set(field, found);
  return found;
}

function possibleErrors(field: FieldModel): string[] {
  const rules: Record<string, unknown> = {
    required: field.required || field.requiredWhen,
    minLength: field.minLength,
    maxLength: field.maxLength ?? field.limits[0]?.maxLength,
    minimum: field.minimum,
    maximum: field.maximum,
    pattern: field.pattern,
    format: field.format,
    sameAs: field.sameAs,
    // Also for uniqueness of several fields, which the entity defines with the field's message.
    unique: field.unique || field.messages['unique'] !== undefined || undefined,
    type: field.type === 'number' || undefined,
  };
  return [
    '',
    ...Object.keys(rules).flatMap((rule) => {
      if (rules[rule] === undefined || rules[rule] === false) return [];
      const words = field.messages[rule] ?? DEFAULT_MESSAGES[rule];
      return words === undefined ? [] : [formatMessage(words, field, { ...field, ...field.limits[0] })];
    }),
  ];
}
