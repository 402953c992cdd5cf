import { textSimilarity, type TextSample } from './fuzzy.ts';

/** Two equal or nearly equal samples of different intents: messages like them may be taken for either. */
interface NearDuplicate {
  /** Indexes of the samples. */
  first: number;
  second: number;
  /** From 0.85 to 1. */
  score: number;
}

const MIN_SCORE = 0.85;
const MAX_DUPLICATES = 200;

/** Neighbors that each sample is compared with, in the order of beginnings and of ends. */
const NEIGHBORS_COMPARED = 20;
const COMPARISONS_PER_YIELD = 200;

/**
 * Finds near-duplicates across intents. Each sample is compared letter by letter with those that follow it when sorted
 * by beginning and by end, so that the time grows linearly with the samples.
 * @param yieldNow yields to other work
 */
export async function findNearDuplicates(
  samples: readonly TextSample[],
  yieldNow: () => Promise<void>,
): Promise<NearDuplicate[]> {
  const found = new Map<string, NearDuplicate>();
  const keys = samples.map(({ text }) => text);
  const reversed = keys.map((text) => [...text].reverse().join(''));
  let compared = 0;
  for (const texts of [keys, reversed]) {
    const order = texts.map((_, place) => place).sort((a, b) => compare(texts[a], texts[b]) || a - b);
    for (const [at, one] of order.entries()) {
      for (const other of order.slice(at + 1, at + 1 + NEIGHBORS_COMPARED)) {
        compared += 1;
        if (compared % COMPARISONS_PER_YIELD === 0) await yieldNow();
        const [first, second] = one < other ? [one, other] : [other, one];
        const score = duplicateScore(samples[first], samples[second]);
        if (score >= MIN_SCORE) found.set(`${first} ${second}`, { first, second, score });
      }
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || a.first - b.first || a.second - b.second)
    .slice(0, MAX_DUPLICATES);
}

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b));

function duplicateScore(one: TextSample | undefined, two: TextSample | undefined): number {
  if (!one || !two || one.intent === two.intent) return 0;
  return one.text === two.text ? 1 : textSimilarity(one.text, two.text, MIN_SCORE);
}
