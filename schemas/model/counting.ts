import type { ConditionalLimit, Counting, FieldModel, MatchContext } from './types.ts';
import { matches } from './match.ts';

let segmenter: Intl.Segmenter | undefined;

/** How long a text is in the unit that its field counts; code points where the field names none. */
export function textLength(text: string, counts?: Counting): number {
  if (counts === 'units') return text.length;
  // Plain ASCII is counted alike in every unit, and most texts are.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  if (counts !== 'graphemes') return [...text].length;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = 0;
  for (const _ of segmenter.segment(text)) length += 1;
  return length;
}

export type Limits = Pick<ConditionalLimit, 'minLength' | 'maxLength' | 'minItems' | 'maxItems'>;

/**
 * The limits that hold for a field now: its own and those conditional ones whose condition holds, the strictest of
 * each. `target` is the object that holds the field.
 */
export function limitsOf(field: FieldModel, target: unknown, context: MatchContext = {}): Limits {
  if (field.limits.length === 0) return field;
  const limits: Limits = {
    minLength: field.minLength,
    maxLength: field.maxLength,
    minItems: field.minItems,
    maxItems: field.maxItems,
  };
  for (const limit of field.limits) {
    if (!matches(limit.when, target, context)) continue;
    limits.maxLength = strictest(Math.min, limits.maxLength, limit.maxLength);
    limits.minLength = strictest(Math.max, limits.minLength, limit.minLength);
    limits.maxItems = strictest(Math.min, limits.maxItems, limit.maxItems);
    limits.minItems = strictest(Math.max, limits.minItems, limit.minItems);
  }
  return limits;
}

function strictest(pick: (a: number, b: number) => number, a?: number, b?: number): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : pick(a, b);
}
