import { WORKSPACE_OFFSET_MS } from '../model/zonedTime.ts';
/** Words for relative days (folded), and their offset in days. */
const RELATIVE: readonly (readonly [RegExp, number])[] = [
  [/the day after tomorrow|มะรืน(?:นี้)?/u, 2],
  [/tomorrow|พรุ่งนี้/u, 1],
  [/yesterday|เมื่อวาน(?:นี้)?/u, -1],
  [/today|วันนี้/u, 0],
];

const ENGLISH = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const THAI = [
  ['มกราคม', 'ม.ค.'],
  ['กุมภาพันธ์', 'ก.พ.'],
  ['มีนาคม', 'มี.ค.'],
  ['เมษายน', 'เม.ย.'],
  ['พฤษภาคม', 'พ.ค.'],
  ['มิถุนายน', 'มิ.ย.'],
  ['กรกฎาคม', 'ก.ค.'],
  ['สิงหาคม', 'ส.ค.'],
  ['กันยายน', 'ก.ย.'],
  ['ตุลาคม', 'ต.ค.'],
  ['พฤศจิกายน', 'พ.ย.'],
  ['ธันวาคม', 'ธ.ค.'],
] as const;
const THAI_MONTHS = THAI.flat()
  .map((name) => name.replaceAll('.', '\\.'))
  .join('|');

const YEAR_MONTH_DAY = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/gu;
const SLASHED = /(?<!\d)(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?(?!\d|[/.]\d)/gu;
const DAY_MONTH =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,9}\.?,?(?: (\d{4}))?(?!\d)/gu;
const MONTH_DAY =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,9}\.? (\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,? (\d{4}))?/gu;
const THAI_DATE = new RegExp(`(?<!\\d)(\\d{1,2}) ?(${THAI_MONTHS}) ?(\\d{4}|\\d{2})?(?!\\d)`, 'gu');

/** A day in a text: `value` as `2026-11-30`. */
interface FoundDate {
  value: string;
  start: number;
  end: number;
}

/**
 * Finds days in an English or Thai text, Buddhist years included. A day without a year is the next such day.
 * @param text folded, with Arabic digits
 * @param now reference of "tomorrow", on the clock of UTC+7
 */
export function findDates(text: string, now: Date): FoundDate[] {
  const today = new Date(now.getTime() + WORKSPACE_OFFSET_MS).toISOString().slice(0, 10);
  const found: FoundDate[] = [];
  const add = (match: RegExpMatchArray, year: string | undefined, month: number, day: number): void => {
    const value = resolveDay(year, month, day, today);
    const start = match.index ?? 0;
    if (value !== undefined) found.push({ value, start, end: start + match[0].trimEnd().length });
  };
  for (const match of text.matchAll(YEAR_MONTH_DAY)) add(match, match[1], Number(match[2]), Number(match[3]));
  for (const match of text.matchAll(SLASHED)) add(match, match[3], Number(match[2]), Number(match[1]));
  for (const match of text.matchAll(DAY_MONTH))
    add(match, match[3], ENGLISH.indexOf(match[2] ?? '') + 1, Number(match[1]));
  for (const match of text.matchAll(MONTH_DAY))
    add(match, match[3], ENGLISH.indexOf(match[1] ?? '') + 1, Number(match[2]));
  for (const match of text.matchAll(THAI_DATE))
    add(
      match,
      match[3],
      THAI.findIndex((names) => names.some((name) => name === match[2])) + 1,
      Number(match[1]),
    );
  const relative = RELATIVE.find(([words]) => words.test(text));
  const match = relative?.[0].exec(text);
  if (relative && match) {
    const at = new Date(Date.parse(`${today}T00:00:00Z`) + relative[1] * 86_400_000);
    found.push({
      value: at.toISOString().slice(0, 10),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return found;
}

function resolveDay(year: string | undefined, month: number, day: number, today: string): string | undefined {
  if (year !== undefined) return calendarDay(toGregorianYear(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const next = calendarDay(thisYear, month, day);
  return next !== undefined && next < today ? calendarDay(thisYear + 1, month, day) : next;
}

/** 2569 and 69 are Buddhist years, 26 is 2026. */
function toGregorianYear(text: string): number {
  const year = Number(text);
  if (text.length === 2) return year >= 60 ? 2500 + year - 543 : 2000 + year;
  return year >= 2400 ? year - 543 : year;
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
