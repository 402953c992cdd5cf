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
/** A day and a time without a zone. */
export interface WallTime {
  day: Day;
  time: Time;
}

// Days are handled as noon, which exists on every day, unlike midnight at clock changes.
const NOON = new Date(2000, 0, 1, 12);
const toDate = (day: Day): Date => parse(day, 'yyyy-MM-dd', NOON);
const toDay = (date: Date): Day => format(date, 'yyyy-MM-dd');

/** Whether a text is an existing day. */
export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && isValid(toDate(text));

export const plusDays = (day: Day, count: number): Day => toDay(addDays(toDate(day), count));
/** The same day of another month, or the last one of a shorter month. */
export const plusMonths = (day: Day, count: number): Day => toDay(addMonths(toDate(day), count));
/** Monday of the day's week, and its Sunday. */
export const weekStart = (day: Day): Day => toDay(startOfWeek(toDate(day), { weekStartsOn: 1 }));
export const weekEnd = (day: Day): Day => toDay(endOfWeek(toDate(day), { weekStartsOn: 1 }));

/** Builds six weeks from Monday that contain the month of a day. */
export const buildWeeks = (day: Day): Day[][] => {
  const first = startOfWeek(startOfMonth(toDate(day)), { weekStartsOn: 1 });
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => toDay(addDays(addWeeks(first, week), at))),
  );
};

const yearText = (day: Day): string => formatYear(day.slice(0, 4));
/** The name of a month or a weekday in the current language. */
const formatName = (day: Day, what: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language(), { ...what, calendar: 'gregory' }).format(toDate(day));

/** `November 2026` */
export const monthText = (day: Day): string => `${formatName(day, { month: 'long' })} ${yearText(day)}`;
/** `Saturday, 21 November 2026`, for screen readers. */
export const spokenDay = (day: Day): string =>
  t('%{weekday}, %{date} %{month}', {
    weekday: formatName(day, { weekday: 'long' }),
    date: Number(day.slice(8)),
    month: monthText(day),
  });
/** `21 Nov 2026` */
export const dayText = (day: Day): string => formatDay(day);
/** `09 : 30` */
export const timeText = (time: Time): string => time.replace(':', ' : ');

/** Converts an instant to a zone. */
export const toZonedTime = (at: Date, zone: string): WallTime => {
  const [day = '', time = ''] = toWallTime(at.toISOString(), zone).split('T');
  return { day, time };
};

/** Converts a day and time of a zone to an instant, ISO 8601 in UTC. */
export const toInstant = ({ day, time }: WallTime, zone: string): string => {
  const moment = fromWallTime(`${day}T${time}`, zone);
  if (moment === undefined) throw new Error(`${day} ${time} is no time.`);
  return moment;
};
