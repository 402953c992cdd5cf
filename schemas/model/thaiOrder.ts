import { normalizeThai } from './thaiMarks.ts';

/** Characters of a text that count for its place in a list; an index entry has a limit of its own. */
export const SORTED_CHARACTERS = 200;

/** What a dictionary places otherwise than the order of code points does. */
const PLACED_OTHERWISE = /[\u0e40-\u0e59]/;
/** A vowel that is written before the consonant after which it is spoken. */
const LEADING_VOWEL = /([\u0e40-\u0e44])([\u0e01-\u0e2e])/g;
/** Marks that tell apart only what is the same without them. */
const MARKS = /[\u0e47-\u0e4e]/g;
const DIGITS = /[\u0e50-\u0e59]/g;
/** Below every letter and the blank. */
const SEPARATOR = '\u0001';

const first = (text: string): string => [...text].slice(0, SORTED_CHARACTERS).join('');

/**
 * What has the place of a text in lists when it is compared by code points, as the database does (`record_order`): the
 * order of the Royal Institute's dictionary, with Latin before Thai. Texts without Thai are themselves in lower case.
 */
export const orderKey = (text: string): string => {
  if (!PLACED_OTHERWISE.test(text)) return first(text.normalize().toLowerCase());
  const whole = first(normalizeThai(text).normalize().toLowerCase());
  const placed = whole
    .replace(MARKS, '')
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) - 0xe50))
    .replace(LEADING_VOWEL, '$2$1');
  return first(`${placed}${SEPARATOR}${whole.search(MARKS) < 0 ? '' : whole}`);
};
