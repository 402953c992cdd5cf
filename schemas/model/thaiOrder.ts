import { normalizeThai } from './thaiMarks.ts';

/** Characters that count for sorting; an index entry has a size limit. */
export const MAX_SORT_KEY_CHARACTERS = 200;

/** Characters that a dictionary sorts otherwise than by code point. */
const NEEDS_REORDERING = /[\u0e40-\u0e59]/;
/** A vowel written before the consonant that it follows in speech. */
const LEADING_VOWEL = /([\u0e40-\u0e44])([\u0e01-\u0e2e])/g;
/** Marks that only order words that are equal without them. */
const MARKS = /[\u0e47-\u0e4e]/g;
const DIGITS = /[\u0e50-\u0e59]/g;
/** Sorts before every letter and the blank. */
const SEPARATOR = '\u0001';

const truncate = (text: string): string => [...text].slice(0, MAX_SORT_KEY_CHARACTERS).join('');

/**
 * Sort key of a text, compared by code points as the database does (`record_order`): the order of the Royal Institute's
 * dictionary, Latin before Thai. For a text without Thai, the text in lower case.
 */
export const textSortKey = (text: string): string => {
  if (!NEEDS_REORDERING.test(text)) return truncate(text.normalize().toLowerCase());
  const whole = truncate(normalizeThai(text).normalize().toLowerCase());
  const reordered = whole
    .replace(MARKS, '')
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) - 0xe50))
    .replace(LEADING_VOWEL, '$2$1');
  return truncate(`${reordered}${SEPARATOR}${whole.search(MARKS) < 0 ? '' : whole}`);
};
