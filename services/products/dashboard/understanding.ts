import { rollup } from '../../engine/resources/events/rollups.ts';
import type { Services } from '../../engine/resources/services.ts';
import { listLiveTrainings } from '../chatbot/index.ts';
import { splitIntoBuckets, toPoints } from './buckets.ts';
import { channelMatch, type DashboardQuery } from './parseQuery.ts';

interface UnderstandingPoint {
  /** ISO 8601. */
  date: string;
  understood: number;
  missed: number;
}

/**
 * Counts the bot's answers by an intent and by the fail action in each interval, with the trainings that went live
 * in the range.
 * @throws ApiError 400 for more than 400 points
 */
export async function readUnderstanding(
  services: Services,
  { from, to, interval, channels }: DashboardQuery,
): Promise<{ rows: UnderstandingPoint[]; trainings: { at: string }[] }> {
  const buckets = splitIntoBuckets(from, to, interval);
  const source = rollup(services, 'message', 'understanding');
  const pointsOf = async (understood: boolean) => {
    const where = [channelMatch(channels), { understood }];
    const rows = await source.read({ from, to, where, per: interval });
    const counts = rows.map(({ at = '', count }): [number, number] => [Date.parse(at), count]);
    return toPoints(buckets, new Map(counts));
  };
  const [understood, missed] = [await pointsOf(true), await pointsOf(false)];
  const rows = understood.map(({ date, amount }, at) => ({
    ...{ date, understood: amount, missed: missed[at]?.amount ?? 0 },
  }));
  const trainings = await listLiveTrainings(services.db, { from, to });
  return { rows, trainings: trainings.map((at) => ({ at: at.toISOString() })) };
}
