import content from '../content/traffic.json' with { type: 'json' };
import { WORKSPACE_OFFSET_MS } from '../../../../schemas/model/zonedTime.ts';
import type { Random } from '../../../engine/modules/random.ts';

const DAY_MS = 24 * 3_600_000;
export const DAYS = 365;

/** Shares of weekdays (from Sunday) and hours (UTC+7), and the year's broadcasts, each followed by busy days. */
const { weekdays, hours, campaigns } = content;
export const CAMPAIGNS = campaigns;
const TOTAL_HOUR_SHARES = hours.reduce((sum, share) => sum + share, 0);

/**
 * Traffic of a day relative to an average one: by weekday, growth over the year, broadcasts and some randomness.
 * @param day its midnight in UTC+7, in ms
 */
export function dayWeight(day: number, daysAgo: number, random: Random): number {
  const growth = 0.55 + 0.7 * (1 - daysAgo / DAYS);
  const weekday = weekdays[new Date(day + WORKSPACE_OFFSET_MS).getUTCDay()] ?? 1;
  const lift = CAMPAIGNS.reduce((sum, campaign) => {
    const since = campaign.daysAgo - daysAgo;
    return since >= 0 && since < 3 ? sum + campaign.lift / 2 ** since : sum;
  }, 0);
  return growth * weekday * (1 + lift) * (0.9 + 0.2 * random.next());
}

/** A random time of a day (UTC+7), weighted by the hours at which people write. @param day its midnight, in ms */
export function randomTimeOnDay(day: number, random: Random): number {
  let left = random.next() * TOTAL_HOUR_SHARES;
  const hour = hours.findIndex((share) => (left -= share) < 0);
  return day + Math.floor(((Math.max(0, hour) + random.next()) / 24) * DAY_MS);
}
