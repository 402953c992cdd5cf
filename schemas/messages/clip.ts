import { textLength, maxUnits } from '../model/textLength.ts';
import type { LengthUnit } from '../model/types.ts';

/** Units that platforms count in: `points` are Unicode code points. */
type ClipUnit = LengthUnit | 'points';
const toLengthUnit = (unit: ClipUnit): LengthUnit | undefined => (unit === 'points' ? undefined : unit);

let segmenter: Intl.Segmenter | undefined;

/** Splits a text after as many whole graphemes as fit into `max` units. */
export function splitAt(text: string, max: number, unit: ClipUnit = 'graphemes'): [string, string] {
  const counts = toLengthUnit(unit);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = 0;
  let end = 0;
  // Segmentation time grows with the text: only what can fit is segmented.
  for (const { segment } of segmenter.segment(text.slice(0, maxUnits(max, counts) + 1))) {
    length += textLength(segment, counts);
    if (length > max) break;
    end += segment.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** Shortens a text to `max` units with an ellipsis, without splitting a grapheme. */
export function clip(text: string, max: number, unit: ClipUnit = 'graphemes'): string {
  if (textLength(text, toLengthUnit(unit), max + 1) <= max) return text;
  return `${splitAt(text, max - 1, unit)[0]}…`;
}
