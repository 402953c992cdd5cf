import { alike, type TextSample } from './fuzzy.ts';

/** Two samples of different intents that are the same, or nearly: whoever writes so is taken for either. */
export interface NearDuplicate {
  /** Places of the samples. */
  first: number;
  second: number;
  /** From 0.85 to 1. */
  score: number;
}

const NEAR = 0.85;
const MOST = 200;

/**
 * Samples that stand in two intents. Only samples that share their beginning or their end are compared letter by letter.
 * @param breathe lets others work, now and then
 */
export async function nearDuplicates(
  samples: readonly TextSample[],
  breathe: () => Promise<void>,
): Promise<NearDuplicate[]> {
  const groups = new Map<string, number[]>();
  samples.forEach(({ text }, place) => {
    for (const key of [`^${text.slice(0, 4)}`, `${text.slice(-4)}$`])
      groups.set(key, [...(groups.get(key) ?? []), place]);
  });
  const found = new Map<string, NearDuplicate>();
  let compared = 0;
  for (const places of groups.values()) {
    for (const [at, first] of places.entries()) {
      for (const second of places.slice(at + 1)) {
        compared += 1;
        if (compared % 5000 === 0) await breathe();
        const [one, two] = [samples[first], samples[second]];
        if (!one || !two || one.intent === two.intent || found.has(`${first} ${second}`)) continue;
        const score = one.text === two.text ? 1 : alike(one.text, two.text, NEAR);
        if (score >= NEAR) found.set(`${first} ${second}`, { first, second, score });
      }
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, MOST);
}
