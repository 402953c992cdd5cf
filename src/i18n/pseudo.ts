const ACCENTED: Record<string, string> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Ï',
  N: 'Ñ',
  O: 'Ø',
  S: 'Š',
  U: 'Û',
  Y: 'Ý',
  Z: 'Ž',
};

/** Share by which texts become longer, as in the longest languages. */
const EXPANSION = 0.4;

/** Padding in pieces as long as words, so that lines break. */
const padding = (length: number): string => '~'.repeat(length).replace(/~{7}(?=~)/g, '$& ');

const lengthen = (english: string): string => {
  // Names in braces are placeholders.
  const text = english.replace(/%\{\w+\}|\{\{?[\w.$]+\}|[A-Za-z]/g, (part) => ACCENTED[part] ?? part);
  return `[${text}${padding(Math.ceil(english.length * EXPANSION))}]`;
};

/** The text with accents, longer by two fifths and in brackets: a text without them was not translated, one without the last bracket is cut off. */
export const pseudo = (english: string): string | undefined =>
  // A text with a context (`Open|choice`) has no entry of its own; one without letters needs none.
  /[^|]\|[^|]/.test(english) || !/\p{L}/u.test(english)
    ? undefined
    : english.split(' |||| ').map(lengthen).join(' |||| ');
