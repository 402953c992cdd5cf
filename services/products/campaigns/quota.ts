import { channelServiceOf } from '../../channels/registry.ts';
import type { LiveChannel, Quota } from '../../channels/types.ts';
import type { Context } from '../../engine/modules/module.ts';

/** Milliseconds for which a quota is taken as it was told. */
const FRESH_MS = 60_000;
const MOST_KEPT = 1_000;
const kept = new Map<string, { at: number; quota: Promise<Quota | null> }>();

/** What the platform says is left of the month; null where there is no limit, or nobody knows. */
export function quotaOf({ settings }: Context, channel: LiveChannel): Promise<Quota | null> {
  const { fetchQuota } = channelServiceOf(channel.type);
  if (!fetchQuota || !channel.token) return Promise.resolve(null);
  const key = `${channel.id}/${channel.token}`;
  const held = kept.get(key);
  if (held && Date.now() - held.at < FRESH_MS) return held.quota;
  if (kept.size >= MOST_KEPT) kept.clear();
  const quota = fetchQuota(channel, settings);
  kept.set(key, { at: Date.now(), quota });
  return quota;
}
