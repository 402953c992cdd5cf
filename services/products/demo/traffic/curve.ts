import type { Random } from '../../../engine/modules/random.ts';

const DAY_MS = 24 * 3_600_000;
export const DAYS = 365;

/** From Sunday on: people write least on Sundays, and most before the weekend. */
const WEEKDAYS = [0.72, 0.95, 1, 1.02, 1.08, 1.22, 1.05];
/** By the hour of UTC+7: lunch, and the evening. */
const HOURS = [3, 2, 1, 1, 1, 2, 4, 8, 13, 17, 19, 22, 26, 21, 18, 18, 19, 21, 25, 31, 34, 29, 18, 8];
const ALL_HOURS = HOURS.reduce((sum, share) => sum + share, 0);

/** Broadcasts of the year, by how many days before its end: each is followed by three busy days. */
export const CAMPAIGNS: { id: string; daysAgo: number; lift: number }[] = [
  { id: 'loy-krathong', daysAgo: 9, lift: 1.1 },
  { id: 'november-sale', daysAgo: 21, lift: 0.6 },
  { id: 'ninth-month', daysAgo: 74, lift: 0.5 },
  { id: 'mothers-day', daysAgo: 102, lift: 0.7 },
  { id: 'mid-year', daysAgo: 150, lift: 0.9 },
  { id: 'songkran', daysAgo: 223, lift: 1.2 },
  { id: 'lunar-new-year', daysAgo: 281, lift: 0.8 },
  { id: 'new-year', daysAgo: 326, lift: 1 },
];

/** How busy a day is: the weekday, growth over the year, campaigns and a little chance. 1 is usual. */
export function weightOf(day: number, daysAgo: number, random: Random): number {
  const growth = 0.55 + 0.7 * (1 - daysAgo / DAYS);
  const weekday = WEEKDAYS[new Date(day).getUTCDay()] ?? 1;
  const lift = CAMPAIGNS.reduce((sum, campaign) => {
    const since = campaign.daysAgo - daysAgo;
    return since >= 0 && since < 3 ? sum + campaign.lift / 2 ** since : sum;
  }, 0);
  return growth * weekday * (1 + lift) * (0.9 + 0.2 * random.next());
}

/** A time of a day that begins at midnight in UTC+7, as often as people write then. @param day its midnight, in ms */
export function timeOn(day: number, random: Random): number {
  let left = random.next() * ALL_HOURS;
  const hour = HOURS.findIndex((share) => (left -= share) < 0);
  return day + Math.floor(((Math.max(0, hour) + random.next()) / 24) * DAY_MS);
}
