import { textLength, unitsWithin } from '../model/counting.ts';
import type { Counting } from '../model/types.ts';

let segmenter: Intl.Segmenter | undefined;

/** The text in two: as many whole letters as fit into `max` of the unit that the platform counts, and the rest. */
export function cutAt(text: string, max: number, counts: Counting = 'graphemes'): [string, string] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let length = 0;
  let end = 0;
  // Segmenting costs the more the longer the text is: no more is looked at than can fit.
  for (const { segment } of segmenter.segment(text.slice(0, unitsWithin(max, counts) + 1))) {
    length += textLength(segment, counts);
    if (length > max) break;
    end += segment.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** The text in at most `max` units; what is too long ends with an ellipsis, and no letter is torn. */
export function clip(text: string, max: number, counts: Counting = 'graphemes'): string {
  if (textLength(text, counts, max + 1) <= max) return text;
  return `${cutAt(text, max - 1, counts)[0]}…`;
}
