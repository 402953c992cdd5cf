import { channelServiceOf } from '../../channels/registry.ts';
import type { QuotaResponse, UnsealedChannel } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';
import { cachedBriefly } from '../../engine/resources/briefCache.ts';

const CACHE_TTL_MS = 60_000;

/** The channel's monthly quota, cached for a minute; undefined where its type has none or it has no token. */
export async function fetchQuotaCached(
  { db, settings }: Context,
  channel: UnsealedChannel,
): Promise<QuotaResponse | undefined> {
  const { fetchQuota } = channelServiceOf(channel.type);
  const { id, token } = channel;
  if (!fetchQuota || !token) return undefined;
  return cachedBriefly({ db }, `quota ${id}/${token}`, [], () => fetchQuota(channel, settings), CACHE_TTL_MS);
}
