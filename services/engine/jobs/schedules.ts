import type { Queryable } from '../storage/database.ts';

/** When a scheduled kind of job runs: at a time of the day in UTC, or at an interval. */
export type Schedule = { daily: `${number}:${number}` } | { everyMinutes: number };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** A schedule as an interval and an offset from midnight, in minutes. @throws Error for an invalid schedule */
function toInterval(schedule: Schedule): { every: number; offset: number } {
  if ('everyMinutes' in schedule) {
    if (!(schedule.everyMinutes >= 1)) throw new Error(`"${schedule.everyMinutes}" minutes are too few`);
    return { every: schedule.everyMinutes, offset: 0 };
  }
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(schedule.daily) ?? [];
  if (hours === '') throw new Error(`"${schedule.daily}" is no time of the day such as 03:30`);
  return { every: DAY_MINUTES, offset: Number(hours) * 60 + Number(minutes) };
}

/** The first time of a schedule after `now`. @throws Error for an invalid schedule */
export function nextTime(schedule: Schedule, now: Date): Date {
  const { every, offset } = toInterval(schedule);
  const intervals = Math.floor((now.getTime() / MINUTE_MS - offset) / every);
  return new Date(((intervals + 1) * every + offset) * MINUTE_MS);
}

/** The database's clock, by which jobs fall due. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row?.now ?? new Date();
}
