import { fromWallTime } from './zonedTime.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const YEAR_MONTH_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const DAY_MONTH_NAME_YEAR = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/i;

/** Longer cells are no date and no time. */
const MAX_DATE_CHARS = 64;

/** Parses a day of a file, `2026-01-31` or `31 Jan 2026`, to the first form; undefined for anything else. */
export function parseDateCell(text: string): string | undefined {
  if (text.length > MAX_DATE_CHARS) return undefined;
  const iso = YEAR_MONTH_DAY.exec(text);
  const named = DAY_MONTH_NAME_YEAR.exec(text);
  const month = named ? MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1 : Number(iso?.[2]);
  const year = Number(iso?.[1] ?? named?.[3]);
  const day = Number(iso?.[3] ?? named?.[1]);
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1000 ? date.toISOString().slice(0, 10) : undefined;
}

/** A day with an optional time after it, whitespace collapsed. */
const DAY_AND_TIME = /^(.*?)(?:[T ] ?(\d{1,2}) ?: ?(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/;

/**
 * Parses a time of a file to ISO 8601 in UTC: with an offset, or a day with or without a time on the clock of `zone`;
 * undefined for anything else.
 */
export function parseDateTimeCell(text: string, zone: string): string | undefined {
  if (text.length > MAX_DATE_CHARS) return undefined;
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text)) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  }
  const [, dayText = '', hour = '0', minute = '00', second = '00'] =
    DAY_AND_TIME.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  const day = parseDateCell(dayText.trim());
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return fromWallTime(`${day}T${hour.padStart(2, '0')}:${minute}:${second}`, zone);
}
