import { escapePointer } from '../../../schemas/model/pointer.ts';
import type { FieldErrors, Json } from '../../../schemas/model/types.ts';

/** No key of a person's own begins with this character. */
const MARK = '\u0000unparsed';
const FAULT = '\u0000fault';

/**
 * Text that is to become a value but does not parse yet, held in the record in the value's place: it moves and closes
 * with its item, and keeps the form from being sent.
 */
export const unparsed = (text: string, fault: string): Json => ({ [MARK]: text, [FAULT]: fault });

/** The text, where a value is one that did not parse. */
export function unparsedText(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, MARK)) return undefined;
  return String((value as Record<string, unknown>)[MARK]);
}

/** A fault for each text in the value that does not parse, by pointer. */
export function unparsedFaults(value: unknown, pointer = '', faults: FieldErrors = {}): FieldErrors {
  if (value === null || typeof value !== 'object') return faults;
  const text = unparsedText(value);
  if (text !== undefined) faults[pointer] = String((value as Record<string, unknown>)[FAULT]);
  else
    for (const [key, inner] of Object.entries(value))
      unparsedFaults(inner, `${pointer}/${escapePointer(key)}`, faults);
  return faults;
}
