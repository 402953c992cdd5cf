import { endOf, startOf } from '../../../schemas/model/spans.ts';
import type { Granularity } from '../../../schemas/model/types.ts';
import { malformed } from '../../engine/http/errors.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MAX_POINTS = 400;

/** A point of a chart: the start of its interval in UTC and the amount. */
export interface Point {
  date: string;
  amount: number;
}

/**
 * Splits a range into its intervals. @returns their starts in milliseconds since 1970; the first may lie before the range
 * @throws ApiError 400 for more than 400 of them
 */
export function splitIntoBuckets(from: Date, to: Date, interval: Granularity): number[] {
  const buckets: number[] = [];
  for (let at = startOf(interval, from.getTime()); at < to.getTime(); at = endOf(interval, at)) {
    if (buckets.length === MAX_POINTS)
      throw malformed(
        t(
          'These are more than %{maxPoints} points: ask for a longer interval than %{interval}, or less time',
          { maxPoints: MAX_POINTS, interval },
        ),
      );
    buckets.push(at);
  }
  return buckets;
}

/** Points of a chart, one per bucket, zero where nothing was counted. */
export const toPoints = (buckets: readonly number[], amounts: ReadonlyMap<number, number>): Point[] =>
  buckets.map((at) => ({ date: new Date(at).toISOString(), amount: amounts.get(at) ?? 0 }));
