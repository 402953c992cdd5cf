/** Broadcasts that may begin in any hour of a workspace. */
export const MAX_BROADCASTS_PER_HOUR = 60;
export const HOUR_MS = 3_600_000;
/** Delay before a broadcast sent "now" starts, so that it can still be cancelled. */
export const NOW_DELAY_MS = 300_000;
/** How long after its scheduled time a broadcast counts as missed. */
export const MISSED_AFTER_MS = 1_800_000;

/**
 * Whether another broadcast may begin at a time, so that no hour that contains it has more than 60. Two that are exactly an
 * hour apart are in different hours.
 * @param at milliseconds, as `taken`
 */
export function hasRoomAt(at: number, taken: readonly number[]): boolean {
  const near = taken.filter((slot) => slot > at - HOUR_MS && slot < at + HOUR_MS);
  const hours = [at, ...near.filter((slot) => slot < at)];
  return hours.every(
    (start) =>
      near.filter((slot) => slot >= start && slot < start + HOUR_MS).length < MAX_BROADCASTS_PER_HOUR,
  );
}

/** The first time from `at` on at which another broadcast may begin: `at`, or an hour after a taken slot. */
export function findNextFreeTime(at: number, taken: readonly number[]): number {
  if (hasRoomAt(at, taken)) return at;
  const candidates = taken.map((slot) => slot + HOUR_MS).filter((slot) => slot > at);
  return candidates.toSorted((one, other) => one - other).find((slot) => hasRoomAt(slot, taken)) ?? at;
}

/** Broadcasts that may still begin at the freest time within the hour from `from` on. */
export function bestRemainingStarts(from: number, taken: readonly number[]): number {
  const near = taken.filter((slot) => slot > from - HOUR_MS && slot < from + 2 * HOUR_MS);
  const freed = near.map((slot) => slot + HOUR_MS).filter((at) => at > from && at < from + HOUR_MS);
  return Math.max(...[from, ...new Set(freed)].map((at) => remainingStartsAt(at, near)));
}

/** Broadcasts that may still begin in the hour from `at` on. */
export function remainingStartsAt(at: number, taken: readonly number[]): number {
  const near = taken.filter((slot) => slot > at - HOUR_MS && slot < at + HOUR_MS);
  const hours = [at, ...near.filter((slot) => slot < at)];
  const fullest = Math.max(
    ...hours.map((start) => near.filter((slot) => slot >= start && slot < start + HOUR_MS).length),
  );
  return Math.max(0, MAX_BROADCASTS_PER_HOUR - fullest);
}
