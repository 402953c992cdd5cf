import { escapePointer } from '../../../schemas/model/pointer.ts';
import type { FieldErrors, Json } from '../../../schemas/model/types.ts';

/** Keys with a NUL prefix cannot collide with users' keys. */
const TEXT = '\u0000unparsed';
const ERROR = '\u0000fault';
const LAST_VALUE = '\u0000last';

/**
 * Text that does not parse yet, stored in place of the value: it moves with its item and blocks submitting.
 * @param last the last value that parsed
 */
export const unparsedValue = (text: string, error: string, last?: Json): Json => ({
  [TEXT]: text,
  [ERROR]: error,
  ...(last !== undefined && { [LAST_VALUE]: last }),
});

/** The last value that parsed, for text that does not parse now. */
export const lastParsed = (value: unknown): Json | undefined =>
  unparsedText(value) === undefined
    ? (value as Json | undefined)
    : (value as Record<string, Json>)[LAST_VALUE];

/** Replaces unparsable texts by the last values that parsed, for previews. */
export function withLastParsed<T>(values: T): T {
  return Object.keys(unparsedErrors(values)).length === 0 ? values : (replaceUnparsed(values) as T);
}

function replaceUnparsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceUnparsed);
  if (value === null || typeof value !== 'object') return value;
  if (unparsedText(value) !== undefined) return lastParsed(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [key, replaceUnparsed(inner)]),
  );
}

/** The text of an unparsed value; undefined for any other. */
export function unparsedText(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, TEXT)) return undefined;
  return String((value as Record<string, unknown>)[TEXT]);
}

/** The parse errors in a value, by pointer. */
export function unparsedErrors(value: unknown, pointer = '', errors: FieldErrors = {}): FieldErrors {
  if (value === null || typeof value !== 'object') return errors;
  const text = unparsedText(value);
  if (text !== undefined) errors[pointer] = String((value as Record<string, unknown>)[ERROR]);
  else
    for (const [key, inner] of Object.entries(value))
      unparsedErrors(inner, `${pointer}/${escapePointer(key)}`, errors);
  return errors;
}
