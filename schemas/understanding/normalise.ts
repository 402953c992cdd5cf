/** Marks that nobody sees: zero-width characters and direction marks. */
const UNSEEN = /[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/gu;
/** A vowel that some keyboards type as two characters. */
const SARA_AM = /\u0E4D\u0E32/gu;
/** What only separates words; digits, letters and marks of all scripts stay. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;
/** `มากกกก`, `sooooo`: a letter that is held down says no more than twice. */
const HELD = /(\p{L})\1{2,}/gu;

/** Text as it is compared: composed, in one case, without what is not seen; blanks are single. */
export const folded = (text: string): string =>
  text.normalize('NFC').replace(UNSEEN, '').replace(SARA_AM, 'ำ').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Words alone, as classifiers see them: folded, without punctuation; Thai stays without breaks between words. */
export const normalised = (text: string): string =>
  folded(text).replace(HELD, '$1$1').replace(SEPARATORS, ' ').trim();
