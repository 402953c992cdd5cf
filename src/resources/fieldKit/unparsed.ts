import { escapePointer } from '../../../schemas/model/pointer.ts';
import type { FieldErrors, Json } from '../../../schemas/model/types.ts';

/** No key of a person's own begins with this character. */
const MARK = '\u0000unparsed';
const FAULT = '\u0000fault';
const LAST = '\u0000last';

/**
 * Text that is to become a value but does not parse yet, held in the record in the value's place: it moves and closes
 * with its item, and keeps the form from being sent.
 * @param last the value that it was before
 */
export const unparsedValue = (text: string, fault: string, last?: Json): Json => ({
  [MARK]: text,
  [FAULT]: fault,
  ...(last !== undefined && { [LAST]: last }),
});

/** The last value that the text was, where it does not parse now. */
export const lastParsed = (value: unknown): Json | undefined =>
  unparsedText(value) === undefined ? (value as Json | undefined) : (value as Record<string, Json>)[LAST];

/** The values with the last that parsed in the place of texts that do not; what is drawn beside a form keeps them. */
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

/** The text, where a value is one that did not parse. */
export function unparsedText(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, MARK)) return undefined;
  return String((value as Record<string, unknown>)[MARK]);
}

/** An error for each text in the value that does not parse, by pointer. */
export function unparsedErrors(value: unknown, pointer = '', faults: FieldErrors = {}): FieldErrors {
  if (value === null || typeof value !== 'object') return faults;
  const text = unparsedText(value);
  if (text !== undefined) faults[pointer] = String((value as Record<string, unknown>)[FAULT]);
  else
    for (const [key, inner] of Object.entries(value))
      unparsedErrors(inner, `${pointer}/${escapePointer(key)}`, faults);
  return faults;
}
