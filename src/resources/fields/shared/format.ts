const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** `DD MMM YYYY` in the person's own time zone: `21 Nov 2026`. */
export const formatDate = (date: Date): string =>
  `${two(date.getDate())} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;

/** `HH : mm` in the person's own time zone: `09 : 05`. */
export const formatTime = (date: Date): string => `${two(date.getHours())} : ${two(date.getMinutes())}`;

/** A time stamp as a date, or undefined where the text is none. */
export const parseTime = (value: unknown): Date | undefined => {
  if (typeof value !== 'string') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** A calendar day (`2026-11-21`), which has no time zone, as the local midnight that begins it. */
export const parseDay = (value: unknown): Date | undefined => {
  const parts = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(value) : null;
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : undefined;
};

/** The calendar day of a moment in the person's own time zone: `2026-11-21`. */
export const toDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
export const formatNumber = (value: number): string => numbers.format(value);
