import { normalizeText } from './normalise.ts';

/** A sample of the text classifier. */
export interface TextSample {
  /** Normalised. */
  text: string;
  intent: number;
}

/** Texts below this similarity are different. */
const MIN_SIMILARITY = 0.8;

interface TextMatch {
  intent: number;
  /** 1: equal; from 0.8: nearly equal. */
  score: number;
  /** Index of the sample. */
  sample: number;
}

/**
 * The best match of each intent, equal or nearly equal.
 * @param maxCompared samples compared letter by letter
 */
export function matchText(samples: readonly TextSample[], text: string, maxCompared = 20_000): TextMatch[] {
  const normalizedText = normalizeText(text);
  const best = new Map<number, TextMatch>();
  if (normalizedText === '') return [];
  samples.slice(0, maxCompared).forEach((sample, place) => {
    const bestScore = best.get(sample.intent)?.score ?? 0;
    const score =
      sample.text === normalizedText
        ? 1
        : textSimilarity(sample.text, normalizedText, Math.max(MIN_SIMILARITY, bestScore));
    if (score >= MIN_SIMILARITY && score > bestScore)
      best.set(sample.intent, { intent: sample.intent, score, sample: place });
  });
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** Similarity of two texts, from 0 to 1: 1 minus the share of letters to change; 0 below `minSimilarity`. */
export function textSimilarity(a: string, b: string, minSimilarity = MIN_SIMILARITY): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  const maxDistance = Math.floor(longer * (1 - minSimilarity) + 1e-9);
  if (Math.abs(a.length - b.length) > maxDistance) return 0;
  const distance = boundedEditDistance(a, b, maxDistance);
  return distance > maxDistance ? 0 : 1 - distance / longer;
}

/** Two rows of the distance table, reused: a text is compared with thousands. */
let rowBuffers: readonly [Uint16Array, Uint16Array] = [new Uint16Array(512), new Uint16Array(512)];

/** Levenshtein distance, aborted as soon as it must exceed `maxDistance`. */
function boundedEditDistance(a: string, b: string, maxDistance: number): number {
  const length = b.length + 1;
  if (rowBuffers[0].length < length) rowBuffers = [new Uint16Array(2 * length), new Uint16Array(2 * length)];
  let [before, now] = rowBuffers;
  for (let at = 0; at <= b.length; at += 1) before[at] = at;
  for (let row = 1; row <= a.length; row += 1) {
    // Only near the diagonal can the distance be small enough.
    const from = Math.max(1, row - maxDistance);
    const to = Math.min(b.length, row + maxDistance);
    now.fill(maxDistance + 1, 0, length);
    if (from === 1) now[0] = row;
    let rowMinimum = now[0] ?? 0;
    for (let at = from; at <= to; at += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(at - 1) ? 0 : 1;
      const value = Math.min(
        (before[at - 1] ?? 0) + same,
        (at < row + maxDistance ? (before[at] ?? 0) : maxDistance) + 1,
        (now[at - 1] ?? 0) + 1,
      );
      now[at] = value;
      if (value < rowMinimum) rowMinimum = value;
    }
    if (rowMinimum > maxDistance) return maxDistance + 1;
    [before, now] = [now, before];
  }
  return before[b.length] ?? 0;
}
