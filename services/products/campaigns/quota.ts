import { ask, Unreachable } from '../../channels/ask.ts';
import type { LiveChannel } from '../conversations/types.ts';
import type { Context } from '../../engine/modules/module.ts';

/** How many people a platform lets be sent to in a month, each time anew, and how many it let. LINE counts no messages. */
export interface Quota {
  limit: number;
  used: number;
}

/** Milliseconds for which a quota is taken as it was told. */
const FRESH_MS = 60_000;
const MOST_KEPT = 1_000;
const kept = new Map<string, { at: number; quota: Promise<Quota | null> }>();

/** What LINE says is left of the month; null where there is no limit, or nobody knows. */
export function quotaOf({ settings }: Context, channel: LiveChannel): Promise<Quota | null> {
  if (channel.type !== 'LINE' || !channel.token) return Promise.resolve(null);
  const key = `${channel.id}/${channel.token}`;
  const held = kept.get(key);
  if (held && Date.now() - held.at < FRESH_MS) return held.quota;
  if (kept.size >= MOST_KEPT) kept.clear();
  const quota = askLine(settings.lineApiUrl, channel.token);
  kept.set(key, { at: Date.now(), quota });
  return quota;
}

async function askLine(address: string, token: string): Promise<Quota | null> {
  const number = async (path: string, field: string): Promise<number | undefined> => {
    const { status, body } = await ask(`${address}/v2/bot/message/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const value = body?.[field];
    return status === 200 && typeof value === 'number' ? value : undefined;
  };
  try {
    const limit = await number('quota', 'value');
    if (limit === undefined) return null;
    const used = await number('quota/consumption', 'totalUsage');
    return used === undefined ? null : { limit, used };
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}
