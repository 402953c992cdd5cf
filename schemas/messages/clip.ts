import { textLength, maxUnits } from '../model/textLength.ts';
import type { LengthUnit } from '../model/types.ts';

/** What a platform counts: `points` are Unicode's code points. */
type ClipUnit = LengthUnit | 'points';
const toLengthUnit = (unit: ClipUnit): LengthUnit | undefined => (unit === 'points' ? undefined : unit);

let segmenter: Intl.Segmenter | undefined;

/** The text in two: as many whole letters as fit into `max` of the unit that the platform counts, and the rest. */
export function splitAt(text: string, max: number, unit: ClipUnit = 'graphemes'): [string, string] {
  const counts = toLengthUnit(unit);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = 0;
  let end = 0;
  // Segmenting costs the more the longer the text is: no more is looked at than can fit.
  for (const { segment } of segmenter.segment(text.slice(0, maxUnits(max, counts) + 1))) {
    length += textLength(segment, counts);
    if (length > max) break;
    end += segment.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** The text in at most `max` units; what is too long ends with an ellipsis, and no letter is torn. */
export function clip(text: string, max: number, unit: ClipUnit = 'graphemes'): string {
  if (textLength(text, toLengthUnit(unit), max + 1) <= max) return text;
  return `${splitAt(text, max - 1, unit)[0]}…`;
}
