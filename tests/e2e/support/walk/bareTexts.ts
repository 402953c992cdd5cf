/** A letter that the pseudo-language writes with an accent (`src/i18n/pseudo.ts`), without one, in a word. */
const PLAIN = /[aceinosuyz][A-Za-z]|[A-Za-z][aceinosuyz]/i;
/** Words that have been through the catalogue, and the marks that it puts around and behind them. */
const LOOKED_UP = /[\p{L}\p{N}’'-]*[\u00c0-\u017f][\p{L}\p{N}’'-]*|~+|\[|\]/gu;
/** What joins texts; a message may hold the values of several variables, a sentence each. */
const JOINED = /, |\?? · |: |; |\? | → | \(|\)|\n/;
/** Long enough to be known by a part of it, since data are shown cut off, in lines, with values in their places. */
const LONG = 12;

const squeeze = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * Texts of a page in the pseudo-language that went past the catalogue: with letters that it would have given an accent,
 * which nobody wrote into a record.
 * @param answered what the services have answered with
 * @param same what is the same in every language
 */
export function bareTexts(latin: readonly string[], answered: readonly string[], same: RegExp): string[] {
  // Entities that are marked in sentences are shown by their words.
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
      // What joins may stand at an end as well, where a text that was looked up is left out.
      const parts = ` ${other} `.split(JOINED).map((part) => squeeze(part.replace(/[,:;?]$/, '')));
      // Beside a long text that is known, short ones are parts of texts as well.
      const isList = parts.some((part) => part.length >= LONG && isFine(part));
      return !parts.every((part) => isFine(part) || (isList && whole.includes(part)));
    });
  });
}
