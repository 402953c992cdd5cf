import type { Match } from '../../../schemas/model/types.ts';
import { rollup, type RollupReadOptions } from '../../engine/resources/events/rollups.ts';
import type { Services } from '../../engine/resources/services.ts';
import { splitIntoBuckets, type Point, toPoints } from './buckets.ts';
import { channelMatch, type DashboardQuery } from './parseQuery.ts';

/** Messages, people who wrote, or new people. */
type Metric = 'messages' | 'active' | 'new';

const ROLLUP: Record<Metric, string> = {
  messages: 'messages',
  active: 'active-hourly',
  new: 'newcomers',
};

const toRollupRead = (metric: Metric, { from, to, channels, sources }: DashboardQuery): RollupReadOptions => {
  const bySource: Match | undefined = sources.length > 0 ? { source: [...sources] } : undefined;
  return { from, to, where: [channelMatch(channels), metric === 'messages' ? bySource : undefined] };
};

/** Counts events, or distinct people, in the whole range. */
export async function readAmount(services: Services, metric: Metric, query: DashboardQuery): Promise<number> {
  const source = rollup(services, 'message', ROLLUP[metric]);
  const [row] = await source.read({ ...toRollupRead(metric, query), per: 'all' });
  return (metric === 'active' ? row?.distinct['profile'] : row?.count) ?? 0;
}

/**
 * Counts events, or distinct people, in each interval of the range; only what lies in the range counts.
 * @throws ApiError 400 for more than 400 points
 */
export async function readChart(services: Services, metric: Metric, query: DashboardQuery): Promise<Point[]> {
  const { from, to, interval } = query;
  const buckets = splitIntoBuckets(from, to, interval);
  const source = rollup(services, 'message', ROLLUP[metric]);
  const rows = await source.read({ ...toRollupRead(metric, query), per: interval });
  const amounts = rows.map(({ at = '', count, distinct }): [number, number] => [
    Date.parse(at),
    metric === 'active' ? (distinct['profile'] ?? 0) : count,
  ]);
  return toPoints(buckets, new Map(amounts));
}
