import { normalizeText } from './normalise.ts';

/** Lengths of n-grams, in code points. */
const PIECE_LENGTHS = [2, 3, 4, 5];
/** Number of hash buckets; a power of two. */
export const BUCKETS = 1 << 17;
/** Longer texts are cut: what people want is near the beginning. */
const MAX_TEXT_UNITS = 500;

/** Segments Thai as well, which is written without word breaks; words are only one feature besides n-grams. */
const wordBreaks = new Intl.Segmenter('th', { granularity: 'word' });

/** Counts of n-grams and of words, by bucket. */
export interface Grams {
  pieces: ReadonlyMap<number, number>;
  words: ReadonlyMap<number, number>;
}

/**
 * Extracts n-grams of two to five characters, and words. The text is padded with blanks, so that starts and ends of
 * words are n-grams of their own; Thai needs no word breaks.
 */
export function extractGrams(text: string): Grams {
  const plain = normalizeText(text).slice(0, MAX_TEXT_UNITS);
  const points = Array.from(` ${plain} `, (character) => character.codePointAt(0) ?? 0);
  const pieces = new Map<number, number>();
  for (const length of PIECE_LENGTHS) {
    for (let start = 0; start + length <= points.length; start += 1)
      count(pieces, hash(length, points, start, start + length));
  }
  const words = new Map<number, number>();
  for (const { segment, isWordLike } of wordBreaks.segment(plain)) {
    if (!isWordLike) continue;
    const whole = Array.from(segment, (character) => character.codePointAt(0) ?? 0);
    count(words, hash(0, whole, 0, whole.length));
  }
  return { pieces, words };
}

const count = (counts: Map<number, number>, bucket: number): void =>
  void counts.set(bucket, (counts.get(bucket) ?? 0) + 1);

/**
 * FNV-1a over code points.
 * @param kind separates n-grams of different lengths, and words
 */
function hash(kind: number, points: readonly number[], start: number, end: number): number {
  let value = 0x811c9dc5 ^ kind;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ (points[at] ?? 0), 0x01000193);
  // The high bits are mixed better than the low ones.
  return ((value ^ (value >>> 15)) >>> 0) % BUCKETS;
}
