/** Broadcasts that may begin in any hour of a workspace. */
export const MOST_PER_HOUR = 60;
export const HOUR_MS = 3_600_000;
/** Milliseconds after which one that goes out "now" begins, so that it can still be cancelled. */
export const NOW_DELAY_MS = 300_000;
/** Milliseconds after its time at which a broadcast has missed it. */
export const LATE_MS = 1_800_000;

/**
 * Whether one more may begin: no hour that holds it then has more than 60. Two that are exactly an hour apart are in two
 * hours.
 * @param at milliseconds, as are the places that are taken
 */
export function fits(at: number, taken: readonly number[]): boolean {
  const near = taken.filter((place) => place > at - HOUR_MS && place < at + HOUR_MS);
  const hours = [at, ...near.filter((place) => place < at)];
  return hours.every(
    (start) => near.filter((place) => place >= start && place < start + HOUR_MS).length < MOST_PER_HOUR,
  );
}

/** The first time from `at` on at which one more may begin: `at` itself, or an hour after one that is taken. */
export function nextFree(at: number, taken: readonly number[]): number {
  if (fits(at, taken)) return at;
  const candidates = taken.map((place) => place + HOUR_MS).filter((place) => place > at);
  return candidates.toSorted((one, other) => one - other).find((place) => fits(place, taken)) ?? at;
}

/** Broadcasts that may still begin within the hour from `from` on, at the moment of it that has the most room. */
export function roomWithin(from: number, taken: readonly number[]): number {
  const near = taken.filter((place) => place > from - HOUR_MS && place < from + 2 * HOUR_MS);
  const freed = near.map((place) => place + HOUR_MS).filter((at) => at > from && at < from + HOUR_MS);
  return Math.max(...[from, ...new Set(freed)].map((at) => roomAt(at, near)));
}

/** Broadcasts that may still begin in the hour from `at` on. */
export function roomAt(at: number, taken: readonly number[]): number {
  const near = taken.filter((place) => place > at - HOUR_MS && place < at + HOUR_MS);
  const hours = [at, ...near.filter((place) => place < at)];
  const fullest = Math.max(
    ...hours.map((start) => near.filter((place) => place >= start && place < start + HOUR_MS).length),
  );
  return Math.max(0, MOST_PER_HOUR - fullest);
}
