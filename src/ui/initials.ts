const splitGraphemes = (text: string): string[] =>
  [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

/** The first consonant or letter of a word: Thai writes some vowels before the consonant that they follow. */
const firstLetter = (word: string): string => {
  const letters = splitGraphemes(word);
  const letter =
    letters.find((candidate) => /^\p{L}/u.test(candidate) && !/^[เแโใไ]$/.test(candidate)) ??
    letters[0] ??
    '';
  // A mark above a consonant does not belong to an initial.
  return letter
    .normalize('NFC')
    .replace(/(?<=[ก-ฮ])[\u0E31-\u0E4E]+/g, '')
    .toUpperCase();
};

/** Avatar fallback: the first letters of the first words. */
export const initials = (name: string, count = 2): string =>
  name
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, count)
    .map(firstLetter)
    .join('') ||
  splitGraphemes(name.trimStart())[0] ||
  '';
