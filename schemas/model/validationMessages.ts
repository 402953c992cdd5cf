import type { Limits } from './textLength.ts';
import { fillPlaces, messages, t } from '../texts/translate.ts';
import { FILE_MESSAGES } from './files.ts';
import type { FieldModel } from './types.ts';

/**
 * One template per rule; a field's schema overrides single ones. `{title}` is the field's title; `{minLength}`,
 * `{maxLength}`, `{minItems}`, `{maxItems}`, `{minimum}`, `{maximum}` are its active limits.
 */
export const DEFAULT_MESSAGES: Record<string, string> = messages({
  required: '{title} is required',
  minLength: '{title} must be at least {minLength} characters',
  maxLength: '{title} must be less than {maxLength} characters',
  combiningMarks: '{title} has too many marks or signs that are combined into one character',
  singleLine: '{title} must be on one line',
  controlCharacters: '{title} has control characters',
  maxSize: '{title} is too large',
  pattern: '{title} has characters that are not allowed',
  format: '{title} is not valid',
  patternSize: '{title} is too large. Repeat less often, or use * and + for any number of times',
  enum: '{title} must be one of the choices',
  const: '{title} cannot be changed',
  type: '{title} is not of the right kind',
  minimum: '{title} must be at least {minimum}',
  maximum: '{title} must be at most {maximum}',
  combinedMaximum: '{title} is too much together with what stands beside it',
  multipleOf: '{title} has too many decimal places',
  minItems: '{title} needs at least {minItems}',
  maxItems: '{title} can have at most {maxItems}',
  sameAs: '{title} is not the same',
  variable: '{title} names a variable that does not exist',
  unique: '{title} already exists',
  uniqueBy: '{title} must be unique',
  uniquePrefixBefore: '{title} must be unique',
  equalLength: '{title}: every item needs the same number',
  allOrNone: '{title}: all items have one, or none has',
  reference: '{title} does not exist any more',
  unknown: 'Unknown field',
  invalid: '{title} is not valid',
});

/**
 * Rules that `x-field.messages` may override; those of files are formatted by `fileMessage`. `nested`, without a
 * default, is shown at a list or object with an error inside.
 */
export const MESSAGE_RULES = [
  ...new Set([...Object.keys(DEFAULT_MESSAGES), ...Object.keys(FILE_MESSAGES), 'nested']),
];

/** The message with the field's title and active limits filled in. */
export function formatMessage(message: string, field: FieldModel, limits: Limits): string {
  const values: Record<string, unknown> = { ...field, title: t(field.title), ...definedOnly(limits) };
  return fillPlaces(t(message), /\{(\w+)\}/g, (name, whole) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
}

function definedOnly(limits: Limits): Limits {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
