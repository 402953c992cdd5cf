import type { ConditionalLimit, LengthUnit, FieldModel, MatchContext } from './types.ts';
import { matches } from './match.ts';

/**
 * What holds where a schema names no limit of its own. Everything that a request can cause is bounded by these or by
 * the schema's own limits before it is looked at more closely.
 */
export const LARGEST = {
  /** UTF-16 units of one text. */
  text: 100_000,
  /** Items of one list. */
  items: 1000,
  /** UTF-16 units of a value of free shape, as JSON. A flex carousel of LINE has at most 50 KB. */
  json: 100_000,
  /** Faults told of one record. */
  faults: 200,
};

/**
 * The longest that one grapheme may be in UTF-16 units; a longer one counts once for every so many. The longest emoji
 * has 19; Unicode's Stream-Safe Text Format allows 30 marks on a letter.
 */
export const GRAPHEME_UNITS = 32;

/** UTF-16 units that are segmented at a time: the segmenter's cost grows with the square of what it is given. */
const WINDOW = 512;

let segmenter: Intl.Segmenter | undefined;

/**
 * How long a text is in the unit that its field counts; code points where the field names none. The time it takes
 * grows with the text's length and no faster.
 * @param enough counting may stop here: what comes back is then at least as much
 */
export function textLength(text: string, unit?: LengthUnit, enough = Infinity): number {
  if (unit === 'utf16') return text.length;
  // Plain ASCII is counted alike in every unit, and most texts are.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return unit === 'graphemes' ? graphemes(text, enough) : codePoints(text, enough);
}

/** Whether a text has more than `limit` of what its field counts. */
export function isLongerThan(text: string, limit: number, unit?: LengthUnit): boolean {
  // Nothing is counted more than once per unit, nor less than once per so many.
  if (text.length <= limit) return false;
  if (text.length > limit * unitsPer(unit)) return true;
  return textLength(text, unit, limit + 1) > limit;
}

/** Whether a text that keeps to a limit in graphemes has more code points than so many graphemes need in any script. */
export function isOvercombined(text: string, limit: number, unit?: LengthUnit): boolean {
  if (unit !== 'graphemes') return false;
  const most = Math.max(4 * limit, limit + 32);
  return text.length > most && codePoints(text, most + 1) > most;
}

/** UTF-16 units beyond which no text can keep to `maxLength`, whatever it is made of. */
export function unitsWithin(maxLength: number, unit?: LengthUnit): number {
  return Math.min(maxLength * unitsPer(unit), Math.max(maxLength, LARGEST.text));
}

function unitsPer(unit?: LengthUnit): number {
  if (unit === 'utf16') return 1;
  return unit === 'graphemes' ? GRAPHEME_UNITS : 2;
}

function codePoints(text: string, enough: number): number {
  let length = 0;
  for (const _ of text) {
    length += 1;
    if (length >= enough) break;
  }
  return length;
}

function graphemes(text: string, enough: number): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = 0;
  let start = 0;
  while (start < text.length && length < enough) {
    const window = windowAt(text, start);
    const isLast = start + window.length === text.length;
    let done = 0;
    for (const { segment, index } of segmenter.segment(window)) {
      // The last one may go on behind the window: the next window begins with it, unless it fills this one.
      if (!isLast && index > 0 && index + segment.length === window.length) break;
      length += Math.ceil(segment.length / GRAPHEME_UNITS);
      done = index + segment.length;
    }
    start += done;
  }
  return length;
}

/** The units from `start` on that are segmented together; no surrogate pair is torn. */
function windowAt(text: string, start: number): string {
  const end = start + WINDOW;
  return text.slice(start, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end);
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
