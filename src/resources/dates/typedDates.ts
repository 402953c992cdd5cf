import { parseTypedYear, formatYear } from '../../i18n/years.ts';

const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');

/** Whether a text is a day as it is stored, `2026-11-21`. */
export const isStoredDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** `2026-11-21` for a year of either era, where there is such a day. */
const dayOf = (year: string | undefined, month: string | undefined, day: string | undefined) => {
  if (year?.length !== 4) return undefined;
  const text = `${parseTypedYear(year)}-${two(month)}-${two(day)}`;
  return isStoredDay(text) ? text : undefined;
};

/** Digits of every script as those that computers read: a Thai keyboard types ๒๑/๑๑/๒๐๒๖. */
const plainDigits = (text: string): string =>
  text.replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - '๐'.charCodeAt(0)));

/** What a day or a moment consists of: `21/11/2026`, `21.11.2026 9:05`, `2026-11-21` or digits alone. */
const partsOf = (text: string, ends: readonly number[]): string[] => {
  const groups = plainDigits(text).match(/\d+/g) ?? [];
  const [all = ''] = groups;
  if (groups.length === 1 && all.length === ends.at(-1))
    return ends.map((end, at) => all.slice(ends[at - 1] ?? 0, end));
  const [first = '', month = '', last = '', ...clock] = groups;
  return first.length === 4 ? [last, month, first, ...clock] : groups;
};

/** A day as it is typed: `2026-11-21` for `21/11/2026`; undefined where the text is no day. */
export const readDay = (text: string): string | undefined => {
  const [day, month, year, ...rest] = partsOf(text, [2, 4, 8]);
  return rest.length === 0 ? dayOf(year, month, day) : undefined;
};

/** A day and a time as they are typed: `2026-11-21T09:05` for `21/11/2026 09:05`; undefined where the text is none. */
export const readWallTime = (text: string): string | undefined => {
  const [day, month, year, hours = '', minutes = '', ...rest] = partsOf(text, [2, 4, 8, 10, 12]);
  const on = dayOf(year, month, day);
  const isTime =
    /^\d{1,2}$/.test(hours) && /^\d{2}$/.test(minutes) && Number(hours) < 24 && Number(minutes) < 60;
  return on && isTime && rest.length === 0 ? `${on}T${two(hours)}:${minutes}` : undefined;
};

/** `21/11/2026` for `2026-11-21`, in the Buddhist era `21/11/2569`. */
export const typedDay = (day: string): string => {
  const [year = '', ...rest] = day.split('-');
  return [formatYear(year), ...rest].toReversed().join('/');
};

/** `21/11/2026 09:05` for `2026-11-21T09:05`. */
export const typedWallTime = (wall: string): string => {
  const [day = '', time = ''] = wall.split('T');
  return `${typedDay(day)} ${time}`;
};
