/**
 * The formats of `format` and their patterns. A small set of our own: ajv-formats would pull every format into the
 * browser, and it has none for the platforms' rules (https only, `line:` links).
 */
export const FORMATS = {
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  'date-time':
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/,
  email: /^[^\s@<>()[\]\\,;:"]+@[^\s@.<>()[\]\\,;:"]+(\.[^\s@.<>()[\]\\,;:"]+)+$/,
  /** E.164: a plus, the country code, 7 to 15 digits in all. */
  phone: /^\+[1-9]\d{6,14}$/,
  uri: /^https?:\/\/[^\s/?#.]+(\.[^\s/?#.]+)*(:\d{1,5})?([/?#]\S*)?$/i,
  /** LINE and Facebook fetch media over https only. */
  'https-uri': /^https:\/\/[^\s/?#.]+(\.[^\s/?#.]+)*(:\d{1,5})?([/?#]\S*)?$/i,
  /** `https-uri`, or the path of a file uploaded here. */
  'media-uri':
    /^(https:\/\/[^\s/?#.]+(\.[^\s/?#.]+)*(:\d{1,5})?([/?#]\S*)?|\/files\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[^\s/?#]+)$/i,
  /** A picture that only the console shows: http is allowed too, and so is the path of a file uploaded here. */
  'picture-uri':
    /^(https?:\/\/[^\s/?#.]+(\.[^\s/?#.]+)*(:\d{1,5})?([/?#]\S*)?|\/files\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[^\s/?#]+)$/i,
  /** What a LINE uri action opens: http, https, line, tel. */
  'action-uri': /^(https?:\/\/[^\s/?#]\S*|line:\/\/\S+|tel:\+?[\d-]+)$/i,
} as const satisfies Record<string, RegExp>;

export type Format = keyof typeof FORMATS | 'regex';

/** Whether the text has the format; days must exist in the calendar. */
export function hasFormat(format: string, text: string): boolean {
  if (format === 'regex') return isRegex(text);
  const test: RegExp | undefined = FORMATS[format as keyof typeof FORMATS];
  if (!test) return true;
  if (!test.test(text)) return false;
  return !FORMATS_WITH_DAY.has(format) || isCalendarDay(text);
}

const FORMATS_WITH_DAY = new Set(['date', 'date-time']);
const MAX_DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a text that begins with `YYYY-MM-DD` names a day that exists. */
function isCalendarDay(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (MAX_DAYS_OF_MONTH[month - 1] ?? 0) && (month !== 2 || day < 29 || isLeap);
}

function isRegex(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch {
    return false;
  }
}
