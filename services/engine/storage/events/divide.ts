import { firstStartFrom, startOf } from '../../../../schemas/model/spans.ts';
import type { RollupModel } from '../../../../schemas/model/types.ts';

/** From a moment on, before another one; milliseconds since 1970. */
export type Between = readonly [from: number, to: number];

/** The stretches that a roll-up's whole buckets stand for. */
export interface Level {
  rollup: RollupModel;
  stretches: Between[];
}

export interface Division {
  levels: Level[];
  /** What no bucket stands for: it is read from the events. */
  rest: Between[];
}

/**
 * Divides a time into whole buckets of roll-ups that count the same, those with the longest buckets first.
 * @param countedSince since when each has counted all events, by its id
 */
export function divide(
  time: Between,
  rollups: readonly RollupModel[],
  countedSince: ReadonlyMap<string, number>,
): Division {
  let rest: Between[] = time[0] < time[1] ? [time] : [];
  const levels: Level[] = [];
  for (const rollup of rollups) {
    const since = countedSince.get(rollup.id) ?? Infinity;
    const stretches: Between[] = [];
    const left: Between[] = [];
    for (const [from, to] of rest) {
      const start = Math.max(firstStartFrom(rollup.per, from), since);
      const end = startOf(rollup.per, to);
      if (start < end) {
        stretches.push([start, end]);
        left.push([from, start], [end, to]);
      } else left.push([from, to]);
    }
    rest = left.filter(([from, to]) => from < to);
    if (stretches.length > 0) levels.push({ rollup, stretches });
  }
  return { levels, rest };
}
