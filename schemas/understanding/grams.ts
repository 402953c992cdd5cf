import { normalised } from './normalise.ts';

/** Lengths of the pieces that texts are cut into, in code points. */
const LENGTHS = [2, 3, 4, 5];
/** A whole word says as much as two pieces. */
const WORD_COUNT = 2;
/** Pieces are told apart by their hashes; a power of two. */
export const BUCKETS = 1 << 17;
/** Longer texts are cut: what somebody wants stands near the beginning. */
const MOST_CHARACTERS = 500;

/** Words of Thai too, which writes none apart; what it finds is only one hint beside the pieces. */
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * How often each piece of two to five characters occurs, and each word, by bucket. Blanks stand at both ends and between
 * words, so that beginnings and ends of words are pieces of their own; Thai needs no breaks between words.
 */
export function gramsOf(text: string): Map<number, number> {
  const plain = normalised(text).slice(0, MOST_CHARACTERS);
  const points = Array.from(` ${plain} `, (character) => character.codePointAt(0) ?? 0);
  const counts = new Map<number, number>();
  const add = (bucket: number, times: number): void =>
    void counts.set(bucket, (counts.get(bucket) ?? 0) + times);
  for (const length of LENGTHS) {
    for (let start = 0; start + length <= points.length; start += 1)
      add(hash(length, points, start, start + length), 1);
  }
  for (const { segment, isWordLike } of words.segment(plain)) {
    const whole = Array.from(segment, (character) => character.codePointAt(0) ?? 0);
    if (isWordLike) add(hash(0, whole, 0, whole.length), WORD_COUNT);
  }
  return counts;
}

/** FNV-1a over code points. @param kind pieces of different kinds are different, though they read the same */
function hash(kind: number, points: readonly number[], start: number, end: number): number {
  let value = 0x811c9dc5 ^ kind;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ (points[at] ?? 0), 0x01000193);
  // The high bits are mixed better than the low ones.
  return ((value ^ (value >>> 15)) >>> 0) % BUCKETS;
}
