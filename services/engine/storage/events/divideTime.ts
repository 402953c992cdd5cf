import { firstStartFrom, startOf } from '../../../../schemas/model/spans.ts';
import type { RollupModel } from '../../../../schemas/model/types.ts';

/** Half-open: `from` is inside, `to` is not. Milliseconds since 1970. */
export type TimeRange = readonly [from: number, to: number];

/** The time ranges that whole buckets of a roll-up cover. */
export interface Level {
  rollup: RollupModel;
  ranges: TimeRange[];
}

export interface Division {
  levels: Level[];
  /** Time ranges that no bucket covers; they are read from the events. */
  uncovered: TimeRange[];
}

/**
 * Divides a time range into whole buckets of roll-ups that count the same events.
 * @param rollups those with the longest buckets first
 * @param countedSince from when on each has counted all events, by roll-up id
 */
export function divideTime(
  time: TimeRange,
  rollups: readonly RollupModel[],
  countedSince: ReadonlyMap<string, number>,
): Division {
  let rest: TimeRange[] = time[0] < time[1] ? [time] : [];
  const levels: Level[] = [];
  for (const rollup of rollups) {
    const since = countedSince.get(rollup.id) ?? Infinity;
    const stretches: TimeRange[] = [];
    const left: TimeRange[] = [];
    for (const [from, to] of rest) {
      const start = Math.max(firstStartFrom(rollup.per, from), since);
      const end = startOf(rollup.per, to);
      if (start < end) {
        stretches.push([start, end]);
        left.push([from, start], [end, to]);
      } else left.push([from, to]);
    }
    rest = left.filter(([from, to]) => from < to);
    if (stretches.length > 0) levels.push({ rollup, ranges: stretches });
  }
  return { levels, uncovered: rest };
}
