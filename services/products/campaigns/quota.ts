import { channelServiceOf } from '../../channels/registry.ts';
import type { UnsealedChannel, MonthlyQuota } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';

const CACHE_TTL_MS = 60_000;
const MAX_CACHED_QUOTAS = 1_000;
const cache = new Map<string, { at: number; quota: Promise<MonthlyQuota | null> }>();

/** The channel's monthly quota, from a cache of a minute; null where there is none, or the platform does not say. */
export function fetchQuotaCached(
  { settings }: Context,
  channel: UnsealedChannel,
): Promise<MonthlyQuota | null> {
  const { fetchQuota } = channelServiceOf(channel.type);
  if (!fetchQuota || !channel.token) return Promise.resolve(null);
  const key = `${channel.id}/${channel.token}`;
  const cached = cache.get(key);
  if (cached && Date.now() - cached.at < CACHE_TTL_MS) return cached.quota;
  if (cache.size >= MAX_CACHED_QUOTAS) cache.clear();
  const quota = fetchQuota(channel, settings);
  cache.set(key, { at: Date.now(), quota });
  return quota;
}
