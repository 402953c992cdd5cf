import { normalised } from './normalise.ts';

/** Lengths of the pieces that texts are cut into, in code points. */
const PIECE_LENGTHS = [2, 3, 4, 5];
/** Pieces are told apart by their hashes; a power of two. */
export const BUCKETS = 1 << 17;
/** Longer texts are cut: what somebody wants stands near the beginning. */
const MAX_TEXT_UNITS = 500;

/** Words of Thai too, which writes none apart; what it finds is only one hint beside the pieces. */
const wordBreaks = new Intl.Segmenter('th', { granularity: 'word' });

/** How often each piece of a text occurs, and each of its words, by bucket. */
export interface Grams {
  pieces: ReadonlyMap<number, number>;
  words: ReadonlyMap<number, number>;
}

/**
 * Cuts a text into pieces of two to five characters, and into words. Blanks stand at both ends and between words, so that
 * beginnings and ends of words are pieces of their own; Thai needs no breaks between words.
 */
export function gramsOf(text: string): Grams {
  const plain = normalised(text).slice(0, MAX_TEXT_UNITS);
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

/** FNV-1a over code points. @param kind pieces of different kinds are different, though they read the same */
function hash(kind: number, points: readonly number[], start: number, end: number): number {
  let value = 0x811c9dc5 ^ kind;
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ (points[at] ?? 0), 0x01000193);
  // The high bits are mixed better than the low ones.
  return ((value ^ (value >>> 15)) >>> 0) % BUCKETS;
}
