import { endOf } from '../../../schemas/model/spans.ts';
import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import type { Services } from '../../engine/resources/services.ts';
import { listFollowerCounts } from '../friends/index.ts';
import { type Point, splitIntoBuckets, toPoints } from './buckets.ts';
import type { DashboardQuery } from './parseQuery.ts';

const DAY_MS = 86_400_000;
/** Days for which a count is used if there is no newer one. */
const MAX_AGE_DAYS = 7;

/** Daily counts by channel, in the order of the days. */
type Counts = Map<string, { at: number; friends: number }[]>;

async function readCounts(
  { db }: Pick<Services, 'db'>,
  { from, to, channels }: DashboardQuery,
): Promise<Counts> {
  const since = new Date(from.getTime() - (MAX_AGE_DAYS + 1) * DAY_MS);
  const counts: Counts = new Map();
  for (const { channel, day, friends } of await listFollowerCounts(db, { from: since, to, channels }))
    counts.set(channel, [
      ...(counts.get(channel) ?? []),
      { at: Date.parse(`${day}T00:00${WORKSPACE_ZONE}`), friends },
    ]);
  return counts;
}

/** Sums the last count of each channel before a moment. */
const lastCountBefore = (counts: Counts, moment: number): number =>
  [...counts.values()].reduce((sum, days) => {
    const last = days.findLast(({ at }) => at < moment);
    return last && last.at >= moment - (MAX_AGE_DAYS + 1) * DAY_MS ? sum + last.friends : sum;
  }, 0);

/** Counts the channels' followers at the end of the range, by the platforms' own counts. */
export async function readFriends(services: Pick<Services, 'db'>, query: DashboardQuery): Promise<number> {
  return lastCountBefore(await readCounts(services, query), query.to.getTime());
}

/** Counts the followers at the end of each interval of the range. @throws ApiError 400 for more than 400 points */
export async function readFriendsChart(
  services: Pick<Services, 'db'>,
  query: DashboardQuery,
): Promise<Point[]> {
  const buckets = splitIntoBuckets(query.from, query.to, query.interval);
  const counts = await readCounts(services, query);
  const ends = (at: number): number => Math.min(endOf(query.interval, at), query.to.getTime());
  return toPoints(buckets, new Map(buckets.map((at) => [at, lastCountBefore(counts, ends(at))])));
}
