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
 * How many answers of the bot were by an intent, and how many by the fail action, for each interval; and the trainings
 * meanwhile, by which that changes.
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
