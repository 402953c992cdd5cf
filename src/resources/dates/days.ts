import {
  addDays,
  addMonths,
  addWeeks,
  endOfWeek,
  format,
  isValid,
  parse,
  startOfMonth,
  startOfWeek,
} from 'date-fns';
import { t } from '../../../schemas/texts/translate.ts';
import { language } from '../../i18n/language.ts';
import { formatYear } from '../../i18n/years.ts';
import { formatDay } from '../format.ts';
import { fromWallTime, toWallTime } from '../../../schemas/model/zonedTime.ts';

/** A calendar day, `2026-11-21`: no zone, comparable as text. */
export type Day = string;
/** A time on a clock, `09:30`: comparable as text. */
export type Time = string;
/** A day and a time as a clock on the wall shows them. */
export interface WallTime {
  day: Day;
  time: Time;
}

// Noon stands for a day: every day has one, whatever the zone of this computer does to its nights.
const NOON = new Date(2000, 0, 1, 12);
const dateOf = (day: Day): Date => parse(day, 'yyyy-MM-dd', NOON);
const dayOf = (date: Date): Day => format(date, 'yyyy-MM-dd');

/** Whether there is such a day. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isValid(dateOf(text));

export const plusDays = (day: Day, count: number): Day => dayOf(addDays(dateOf(day), count));
/** The same day of another month, or the last one of a shorter month. */
export const plusMonths = (day: Day, count: number): Day => dayOf(addMonths(dateOf(day), count));
/** Monday of the day's week, and its Sunday. */
export const weekStart = (day: Day): Day => dayOf(startOfWeek(dateOf(day), { weekStartsOn: 1 }));
export const weekEnd = (day: Day): Day => dayOf(endOfWeek(dateOf(day), { weekStartsOn: 1 }));

/** Six weeks from Monday that show the whole month of a day. */
export const weeksOf = (day: Day): Day[][] => {
  const first = startOfWeek(startOfMonth(dateOf(day)), { weekStartsOn: 1 });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => dayOf(addDays(addWeeks(first, week), at))),
  );
};

const yearOf = (day: Day): string => formatYear(day.slice(0, 4));
/** What the language calls a month or a weekday. */
const named = (day: Day, what: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), { ...what, calendar: 'gregory' }).format(dateOf(day));

/** `November 2026` */
export const monthText = (day: Day): string => `${named(day, { month: 'long' })} ${yearOf(day)}`;
/** `Saturday, 21 November 2026`, as a screen reader says it. */
export const spokenDay = (day: Day): string =>
  t('%{weekday}, %{date} %{month}', {
    weekday: named(day, { weekday: 'long' }),
    date: Number(day.slice(8)),
    month: monthText(day),
  });
/** `21 Nov 2026` */
export const dayText = (day: Day): string => formatDay(day);
/** `09 : 30` */
export const timeText = (time: Time): string => time.replace(':', ' : ');

/** What the clocks of a zone show at a moment. */
export const wallTimeOf = (at: Date, zone: string): WallTime => {
  const [day = '', time = ''] = toWallTime(at.toISOString(), zone).split('T');
  return { day, time };
};

/** The moment at which the clocks of a zone show this, in UTC. */
export const momentOf = ({ day, time }: WallTime, zone: string): string => {
  const moment = fromWallTime(`${day}T${time}`, zone);
  if (moment === undefined) throw new Error(`${day} ${time} is no time.`);
  return moment;
};
