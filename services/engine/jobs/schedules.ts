import type { Queryable } from '../storage/database.ts';

/** When jobs of a kind run by themselves: at a time of the day in UTC, or every so many minutes. */
export type Schedule = { daily: `${number}:${number}` } | { everyMinutes: number };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** @throws Error for a time that no day has */
function minutesOf(schedule: Schedule): { every: number; from: number } {
  if ('everyMinutes' in schedule) {
    if (!(schedule.everyMinutes >= 1)) throw new Error(`"${schedule.everyMinutes}" minutes are too few`);
    return { every: schedule.everyMinutes, from: 0 };
  }
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(schedule.daily) ?? [];
  if (hours === '') throw new Error(`"${schedule.daily}" is no time of the day such as 03:30`);
  return { every: DAY_MINUTES, from: Number(hours) * 60 + Number(minutes) };
}

/** The first time of a schedule that lies behind `now`. @throws Error for a schedule that says none */
export function nextTime(schedule: Schedule, now: Date): Date {
  const { every, from } = minutesOf(schedule);
  const passed = Math.floor((now.getTime() / MINUTE_MS - from) / every);
  return new Date(((passed + 1) * every + from) * MINUTE_MS);
}

/** The database's clock, by which jobs fall due. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row?.now ?? new Date();
}
