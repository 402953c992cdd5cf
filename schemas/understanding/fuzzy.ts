import { normalised } from './normalise.ts';

/** A sample as the text classifier keeps it. */
export interface TextSample {
  /** Normalised. */
  text: string;
  intent: number;
}

/** Texts that differ by more than this share of their length are different. */
const ALIKE = 0.8;

interface TextMatch {
  intent: number;
  /** 1: the same; 0.8 and above: nearly. */
  score: number;
  /** The place of the sample. */
  sample: number;
}

/** The best match of each intent: the same words, or nearly. @param most samples that are compared letter by letter */
export function matchText(samples: readonly TextSample[], text: string, most = 20_000): TextMatch[] {
  const wanted = normalised(text);
  const best = new Map<number, TextMatch>();
  if (wanted === '') return [];
  samples.slice(0, most).forEach((sample, place) => {
    const held = best.get(sample.intent)?.score ?? 0;
    const score = sample.text === wanted ? 1 : alike(sample.text, wanted, Math.max(ALIKE, held));
    if (score >= ALIKE && score > held)
      best.set(sample.intent, { intent: sample.intent, score, sample: place });
  });
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/**
 * How alike two texts are, from 0 to 1: 1 less the share of letters that would have to change. 0 for texts that are less
 * alike than `least`.
 */
export function alike(a: string, b: string, least = ALIKE): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  const most = Math.floor(longer * (1 - least) + 1e-9);
  if (Math.abs(a.length - b.length) > most) return 0;
  const distance = distanceUpTo(a, b, most);
  return distance > most ? 0 : 1 - distance / longer;
}

/** Two lines of the table of distances, made anew only for a longer text: a text is compared with thousands. */
let lines: readonly [Uint16Array, Uint16Array] = [new Uint16Array(512), new Uint16Array(512)];

/** Levenshtein's distance, given up as soon as it must exceed `most`. */
function distanceUpTo(a: string, b: string, most: number): number {
  const length = b.length + 1;
  if (lines[0].length < length) lines = [new Uint16Array(2 * length), new Uint16Array(2 * length)];
  let [before, now] = lines;
  for (let at = 0; at <= b.length; at += 1) before[at] = at;
  for (let row = 1; row <= a.length; row += 1) {
    // Only near the diagonal can the distance be small enough.
    const from = Math.max(1, row - most);
    const to = Math.min(b.length, row + most);
    now.fill(most + 1, 0, length);
    if (from === 1) now[0] = row;
    let least = now[0] ?? 0;
    for (let at = from; at <= to; at += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(at - 1) ? 0 : 1;
      const value = Math.min(
        (before[at - 1] ?? 0) + same,
        (at < row + most ? (before[at] ?? 0) : most) + 1,
        (now[at - 1] ?? 0) + 1,
      );
      now[at] = value;
      if (value < least) least = value;
    }
    if (least > most) return most + 1;
    [before, now] = [now, before];
  }
  return before[b.length] ?? 0;
}
