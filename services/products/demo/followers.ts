import { findChannel } from '../../channels/channelCache.ts';
import { channelServiceOf } from '../../channels/registry.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { storeDemoFollowerCounts } from '../friends/index.ts';
import channels from './content/channels.json' with { type: 'json' };

const DAY_MS = 86_400_000;

const DAYS = 60;

/** Follower count of a demo channel on a day; deterministic, and slowly growing. */
function countForDay(
  at: Date,
  base: number,
): { day: string; friends: number; blocked: number; targeted: number } {
  const number = Math.floor(at.getTime() / DAY_MS);
  // A little up and down around a steady growth, by the day of the week.
  const friends = base + (number % 10_000) + ((number * 7) % 5);
  const blocked = Math.round(friends * 0.06);
  return { day: at.toISOString().slice(0, 10), friends, blocked, targeted: Math.round(friends * 0.72) };
}

/** Daily follower counts of the demo's LINE channels while they have no credentials. */
export const demoFollowersModule = {
  name: 'demo followers',
  async start(context) {
    if (!context.settings.demo) return;
    const services = context.services();
    const names = channels.filter(({ type }) => type === 'LINE').map(({ name }) => name);
    const stored = await services.catalog.repository('channel')?.list({ take: 10, where: [{ name: names }] });
    for (const { id, name } of stored ?? []) {
      const channel = await findChannel(services, id);
      const source = channel && channelServiceOf(channel.type).fetchFollowerCount;
      if (!channel || !source) continue;
      const base = 2_000 * (names.length - names.indexOf(name));
      // Days end by the platform's clock, as in its own counts.
      const last = Date.parse(source.lastDay(new Date()));
      const counts = Array.from({ length: DAYS }, (_, at) =>
        countForDay(new Date(last - (DAYS - 1 - at) * DAY_MS), base),
      );
      await storeDemoFollowerCounts(services, channel, counts);
    }
  },
} satisfies DomainModule;
