import { fromWallTime } from './zonedTime.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NAMED = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4})$/i;

/** Characters of a day or a time; what is longer is none. */
const MAX_DATE_CHARS = 64;

/** A day as files have it, `2026-01-31` or `31 Jan 2026`, in the first form; undefined for what is none. */
export function parseDateCell(text: string): string | undefined {
  if (text.length > MAX_DATE_CHARS) return undefined;
  const iso = ISO.exec(text);
  const named = NAMED.exec(text);
  const month = named ? MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1 : Number(iso?.[2]);
  const year = Number(iso?.[1] ?? named?.[3]);
  const day = Number(iso?.[3] ?? named?.[1]);
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1000 ? date.toISOString().slice(0, 10) : undefined;
}

/** A day, and a time behind it; blanks stand alone in it. */
const DAY_AND_TIME = /^(.*?)(?:[T ] ?(\d{1,2}) ?: ?(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/;

/**
 * A moment as files have it, in ISO 8601 and UTC: with its offset, or a day with or without a time on the clock of
 * `zone`; undefined for what is none.
 */
export function parseDateTimeCell(text: string, zone: string): string | undefined {
  if (text.length > MAX_DATE_CHARS) return undefined;
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/i.test(text)) {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  }
  const [, before = '', hour = '0', minute = '00', second = '00'] =
    DAY_AND_TIME.exec(text.replaceAll(/\s+/g, ' ')) ?? [];
  const day = parseDateCell(before.trim());
  if (!day || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return fromWallTime(`${day}T${hour.padStart(2, '0')}:${minute}:${second}`, zone);
}
