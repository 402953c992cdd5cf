import type { ConditionalLimit, LengthUnit, FieldModel, MatchContext } from './types.ts';
import { matches } from './match.ts';

/**
 * Limits where a schema has none. Everything in a request is bounded by these or by the schema's own limits before it
 * is checked further.
 */
export const DEFAULT_LIMITS = {
  /** UTF-16 units of a text. */
  textUnits: 100_000,
  /** Items of a list. */
  listItems: 1000,
  /** UTF-16 units of a free-form value as JSON. A LINE Flex carousel has at most 50 KB. */
  jsonUnits: 100_000,
  /** Faults reported per record. */
  faultsPerRecord: 200,
};

/**
 * UTF-16 units that count as one grapheme at most; a longer one counts once for each of so many. The longest emoji has
 * 19; Unicode's Stream-Safe Text Format allows 30 marks on a letter.
 */
export const MAX_UNITS_PER_GRAPHEME = 32;

/** UTF-16 units passed to the segmenter at once: its cost grows with the square of the input. */
const SEGMENTER_WINDOW_UNITS = 512;

let segmenter: Intl.Segmenter | undefined;

/**
 * Length of a text in the field's unit; in code points where the field has none. Takes linear time.
 * @param stopAt counting may stop here and return at least this much
 */
export function textLength(text: string, unit?: LengthUnit, stopAt = Infinity): number {
  if (unit === 'utf16') return text.length;
  // ASCII has the same length in every unit, and most texts are ASCII.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return unit === 'graphemes' ? countGraphemes(text, stopAt) : countCodePoints(text, stopAt);
}

/** Whether a text is longer than `limit` in the field's unit. */
export function isLongerThan(text: string, limit: number, unit?: LengthUnit): boolean {
  // No unit counts a UTF-16 unit twice, or one for more than `maxUnitsPer` of them.
  if (text.length <= limit) return false;
  if (text.length > limit * maxUnitsPer(unit)) return true;
  return textLength(text, unit, limit + 1) > limit;
}

/** Whether a text within a limit in graphemes has more code points than that many graphemes need in any script. */
export function hasTooManyCombiningMarks(text: string, limit: number, unit?: LengthUnit): boolean {
  if (unit !== 'graphemes') return false;
  const maxCodePoints = Math.max(4 * limit, limit + 32);
  return text.length > maxCodePoints && countCodePoints(text, maxCodePoints + 1) > maxCodePoints;
}

/** UTF-16 units beyond which a text exceeds `maxLength` whatever it contains. */
export function maxUnits(maxLength: number, unit?: LengthUnit): number {
  return Math.min(maxLength * maxUnitsPer(unit), Math.max(maxLength, DEFAULT_LIMITS.textUnits));
}

function maxUnitsPer(unit?: LengthUnit): number {
  if (unit === 'utf16') return 1;
  return unit === 'graphemes' ? MAX_UNITS_PER_GRAPHEME : 2;
}

function countCodePoints(text: string, stopAt: number): number {
  let length = 0;
  for (const _ of text) {
    length += 1;
    if (length >= stopAt) break;
  }
  return length;
}

function countGraphemes(text: string, stopAt: number): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = 0;
  let start = 0;
  while (start < text.length && length < stopAt) {
    const window = windowAt(text, start);
    const isLast = start + window.length === text.length;
    let counted = 0;
    for (const { segment, index } of segmenter.segment(window)) {
      // The last grapheme may continue beyond the window: the next window starts with it, unless it fills this one.
      if (!isLast && index > 0 && index + segment.length === window.length) break;
      length += Math.ceil(segment.length / MAX_UNITS_PER_GRAPHEME);
      counted = index + segment.length;
    }
    start += counted;
  }
  return length;
}

/** The next window of units from `start`, without splitting a surrogate pair. */
function windowAt(text: string, start: number): string {
  const end = start + SEGMENTER_WINDOW_UNITS;
  return text.slice(start, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end);
}

export type Limits = Pick<ConditionalLimit, 'minLength' | 'maxLength' | 'minItems' | 'maxItems'>;

/**
 * The limits of a field now: the strictest of its own and the conditional ones whose condition holds. `target` is the
 * object that has the field.
 */
export function activeLimits(field: FieldModel, target: unknown, context: MatchContext = {}): Limits {
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
