import { textOf } from './text.ts';

const MAX_WORD_LENGTH = 200;

/** The word of `words` nearest to `word`, if one is near enough to suggest. */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 2)) + 1;
  for (const candidate of words) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `unknown column "nmae"; did you mean "name"?`, or the valid words when none is near. */
export function unknownNameMessage(kind: string, given: unknown, words: Iterable<string>): string {
  const word = truncate(textOf(given));
  const known = [...words];
  const near = nearestWord(word, known);
  if (near !== undefined) return `unknown ${kind} "${word}"; did you mean "${near}"?`;
  return `unknown ${kind} "${word}"; valid: ${known.length > 0 ? known.join(', ') : 'none'}`;
}

/** Bounds the time of the edit distance. */
const truncate = (word: string): string =>
  word.length > MAX_WORD_LENGTH ? `${word.slice(0, MAX_WORD_LENGTH)}…` : word;

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
