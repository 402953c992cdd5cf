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

/** Longer by how much: what a text becomes in languages that need the most room. */
const LONGER = 0.4;

/** In pieces as long as words, so that lines break. */
const tail = (length: number): string => '~'.repeat(length).replace(/~{7}(?=~)/g, '$& ');

const lengthen = (english: string): string => {
  // Names in braces are places for values.
  const text = english.replace(/%\{\w+\}|\{\{?[\w.$]+\}|[A-Za-z]/g, (part) => ACCENTED[part] ?? part);
  return `[${text}${tail(Math.ceil(english.length * LONGER))}]`;
};

/** The text with accents, longer by two fifths and in brackets: what has none was never looked up, what lacks the last is cut off. */
export const pseudo = (english: string): string | undefined =>
  // One with a context (`Open|choice`) has no text of its own, and one without words nothing to lengthen.
  /[^|]\|[^|]/.test(english) || !/\p{L}/u.test(english)
    ? undefined
    : english.split(' |||| ').map(lengthen).join(' |||| ');
