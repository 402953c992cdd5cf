import { channelServiceOf } from '../../channels/registry.ts';
import type { UnsealedChannel, MonthlyQuota } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { cachedBriefly } from '../../engine/resources/briefCache.ts';

const CACHE_TTL_MS = 60_000;

/** The channel's monthly quota, from a cache of a minute; null where there is none, or the platform does not say. */
export async function fetchQuotaCached(
  { db, settings }: Context,
  channel: UnsealedChannel,
): Promise<MonthlyQuota | null> {
  const { fetchQuota } = channelServiceOf(channel.type);
  const { id, token } = channel;
  if (!fetchQuota || !token) return null;
  return cachedBriefly({ db }, `quota ${id}/${token}`, [], () => fetchQuota(channel, settings), CACHE_TTL_MS);
}
