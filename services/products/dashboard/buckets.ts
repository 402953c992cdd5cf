import { endOf, startOf } from '../../../schemas/model/spans.ts';
import type { Stretch } from '../../../schemas/model/types.ts';
import { malformed } from '../../engine/http/errors.ts';

/** Points of a chart at most. */
export const MOST_POINTS = 400;

/** One point of a chart: the beginning of its stretch in UTC, and what is counted in it. */
export interface Point {
  date: string;
  amount: number;
}

/**
 * Beginnings of the stretches that a range touches, milliseconds since 1970; the first may lie before the range.
 * @throws ApiError 400 for more than 400 of them
 */
export function bucketsOf(from: Date, to: Date, interval: Stretch): number[] {
  const buckets: number[] = [];
  for (let at = startOf(interval, from.getTime()); at < to.getTime(); at = endOf(interval, at)) {
    if (buckets.length === MOST_POINTS)
      throw malformed(
        `These are more than ${MOST_POINTS} points: ask for a longer interval than ${interval}, or less time`,
      );
    buckets.push(at);
  }
  return buckets;
}

/** One point for each bucket, zero where nothing was counted. */
export const pointsOf = (buckets: readonly number[], counted: ReadonlyMap<number, number>): Point[] =>
  buckets.map((at) => ({ date: new Date(at).toISOString(), amount: counted.get(at) ?? 0 }));
