/** Invisible characters: zero-width and direction marks. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/gu;
/** A vowel that some keyboards type as two characters, with or without a tone mark between or before them. */
const SARA_AM = /\u0E4D([\u0E48-\u0E4B]?)\u0E32/gu;
/** Anything but letters, marks and digits of any script. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;
/** `sooooo`: a repeated letter counts twice at most. */
const REPEATED_LETTER = /(\p{L})\1{2,}/gu;
/** `มากกกก`: Thai words end in one letter. */
const REPEATED_THAI_LETTER = /([\u0E01-\u0E2E\u0E30-\u0E3A\u0E40-\u0E4E])\1{2,}/gu;
const THAI_DIGITS = /[\u0E50-\u0E59]/gu;
/** Laughter: the digit five is said "ha" in Thai. */
const LAUGHTER = /^5{3,}$/u;
const EMOJI = /\p{Extended_Pictographic}/gu;

/** Text for comparison: composed, lower case, without invisible characters, single blanks. */
export const foldText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(SARA_AM, '$1ำ')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * Text for classifiers: folded, without punctuation, repeated letters, full-width and Thai digits, and laughter. Thai
 * stays without word breaks. For a text of emoji alone, the emoji.
 */
export function normalizeText(text: string): string {
  const plain = foldText(text.normalize('NFKC'))
    .replace(THAI_DIGITS, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(REPEATED_THAI_LETTER, '$1')
    .replace(REPEATED_LETTER, '$1$1')
    .replace(SEPARATORS, ' ')
    .trim();
  if (plain === '') return (text.match(EMOJI) ?? []).join(' ');
  const withoutLaughter = plain
    .split(' ')
    .filter((word) => !LAUGHTER.test(word))
    .join(' ');
  return withoutLaughter === '' ? plain : withoutLaughter;
}
