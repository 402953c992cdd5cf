import type { Match } from '../../../schemas/model/types.ts';
import { rollup, type RollupReading } from '../../engine/resources/events/rollups.ts';
import type { Services } from '../../engine/resources/services.ts';
import { bucketsOf, type Point, pointsOf } from './buckets.ts';
import { channelMatch, type DashboardQuery } from './query.ts';

/** What is counted: messages, people who wrote, or people who came. */
type Counted = 'messages' | 'active' | 'new';

const ROLLUP: Record<Counted, string> = {
  messages: 'messages',
  active: 'active-hourly',
  new: 'newcomers',
};

const readingOf = (counted: Counted, { from, to, channels, sources }: DashboardQuery): RollupReading => {
  const bySource: Match | undefined = sources.length > 0 ? { source: [...sources] } : undefined;
  return { from, to, where: [channelMatch(channels), counted === 'messages' ? bySource : undefined] };
};

/** One number of the whole range: events, or different people. */
export async function amountOf(services: Services, counted: Counted, query: DashboardQuery): Promise<number> {
  const source = rollup(services, 'message', ROLLUP[counted]);
  const [row] = await source.read({ ...readingOf(counted, query), per: 'all' });
  return (counted === 'active' ? row?.distinct['profile'] : row?.count) ?? 0;
}

/**
 * The same for each stretch that the range touches, of which only what lies in the range counts.
 * @throws ApiError 400 for more than 400 points
 */
export async function chartOf(services: Services, counted: Counted, query: DashboardQuery): Promise<Point[]> {
  const { from, to, interval } = query;
  const buckets = bucketsOf(from, to, interval);
  const source = rollup(services, 'message', ROLLUP[counted]);
  const rows = await source.read({ ...readingOf(counted, query), per: interval });
  const amounts = rows.map(({ at = '', count, distinct }): [number, number] => [
    Date.parse(at),
    counted === 'active' ? (distinct['profile'] ?? 0) : count,
  ]);
  return pointsOf(buckets, new Map(amounts));
}
