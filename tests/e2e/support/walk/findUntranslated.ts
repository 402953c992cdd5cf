/** A letter that the pseudo-language writes with an accent (`src/i18n/pseudo.ts`), without one, in a word. */
const PLAIN = /[aceinosuyz][A-Za-z]|[A-Za-z][aceinosuyz]/i;
/** Words translated to the pseudo-language, and the marks around and behind them. */
const LOOKED_UP = /[\p{L}\p{N}’'-]*[\u00c0-\u017f][\p{L}\p{N}’'-]*|~+|\[|\]/gu;
/** Separators between texts; a message may have several variables, each with a sentence as its value, or quote one. */
const JOINED = /, |\?? · |: |; |\? | → | \(|\)|“|”\.?|\n/;
/** Least length of a text that is recognised as a part of known data, which is shown truncated or in lines. */
const LONG = 12;

const squeeze = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * Finds untranslated texts of a page in the pseudo-language: texts with unaccented letters that are not data of a record.
 * @param answered texts of the services' responses
 * @param same matches texts that are the same in every language
 */
export function findUntranslated(
  latin: readonly string[],
  answered: readonly string[],
  same: RegExp,
): string[] {
  // The markup of entities in sentences is not shown.
  const known = new Set(answered.map((text) => squeeze(text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))));
  const whole = [...known].join('\n');
  const isData = (part: string): boolean =>
    !PLAIN.test(part) ||
    known.has(part) ||
    (part.length >= LONG && whole.includes(part)) ||
    same.test(part) ||
    same.test(part.replaceAll(/[^A-Za-z]+/g, ''));
  const isFine = (part: string): boolean => isData(part) || part.split(' ').every(isData);
  return latin.filter((text) => {
    if (isData(text)) return false;
    const others = text.replace(LOOKED_UP, '\n').split('\n').map(squeeze);
    return others.some((other) => {
      if (isFine(other)) return false;
      // A separator may be at an end, where a translated text was removed.
      const parts = ` ${other} `.split(JOINED).map((part) => squeeze(part.replace(/[,:;?]$/, '')));
      // Next to a long known text, short texts may be parts of data.
      const isList = parts.some((part) => part.length >= LONG && isFine(part));
      return !parts.every((part) => isFine(part) || (isList && whole.includes(part)));
    });
  });
}
