import { parseTypedYear, formatYear } from '../../i18n/years.ts';

const twoDigits = (part: string | undefined): string => (part ?? '').padStart(2, '0');

/** Whether a text is an existing day in the stored format, `2026-11-21`. */
export const isStoredDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** Builds `2026-11-21` from a year of either era; undefined where there is no such day. */
const buildDay = (year: string | undefined, month: string | undefined, day: string | undefined) => {
  if (year?.length !== 4) return undefined;
  const text = `${parseTypedYear(year)}-${twoDigits(month)}-${twoDigits(day)}`;
  return isStoredDay(text) ? text : undefined;
};

/** Converts Thai digits: ๒๑/๑๑/๒๐๒๖. */
const plainDigits = (text: string): string =>
  text.replaceAll(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - '๐'.charCodeAt(0)));

/** Splits `21/11/2026`, `21.11.2026 9:05`, `2026-11-21` or digits alone into their parts. */
const splitDate = (text: string, ends: readonly number[]): string[] => {
  const groups = plainDigits(text).match(/\d+/g) ?? [];
  const [all = ''] = groups;
  if (groups.length === 1 && all.length === ends.at(-1))
    return ends.map((end, at) => all.slice(ends[at - 1] ?? 0, end));
  const [first = '', month = '', last = '', ...clock] = groups;
  return first.length === 4 ? [last, month, first, ...clock] : groups;
};

/** Parses a typed day: `2026-11-21` for `21/11/2026`. */
export const parseTypedDay = (text: string): string | undefined => {
  const [day, month, year, ...rest] = splitDate(text, [2, 4, 8]);
  return rest.length === 0 ? buildDay(year, month, day) : undefined;
};

/** Parses a typed day and time: `2026-11-21T09:05` for `21/11/2026 09:05`. */
export const parseTypedTime = (text: string): string | undefined => {
  const [day, month, year, hours = '', minutes = '', ...rest] = splitDate(text, [2, 4, 8, 10, 12]);
  const on = buildDay(year, month, day);
  const isTime =
    /^\d{1,2}$/.test(hours) && /^\d{2}$/.test(minutes) && Number(hours) < 24 && Number(minutes) < 60;
  return on && isTime && rest.length === 0 ? `${on}T${twoDigits(hours)}:${minutes}` : undefined;
};

/** `21/11/2026` for `2026-11-21`, in the Buddhist era `21/11/2569`. */
export const formatTypedDay = (day: string): string => {
  const [year = '', ...rest] = day.split('-');
  return [formatYear(year), ...rest].toReversed().join('/');
};

/** `21/11/2026 09:05` for `2026-11-21T09:05`. */
export const formatTypedTime = (wall: string): string => {
  const [day = '', time = ''] = wall.split('T');
  return `${formatTypedDay(day)} ${time}`;
};
