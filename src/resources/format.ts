import { toWallTime, WORKSPACE_ZONE } from '../../schemas/model/zonedTime.ts';
import { language } from '../i18n/language.ts';
import { formatYear, type Years } from '../i18n/years.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Agreed for every date: `Sep`, where some locales have `Sept`. */
export const MONTHS = [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
];

/** An instant in a zone, by default the workspace's: `2026-11-21 09:05`, which spreadsheets parse as a time. */
export const clockText = (date: Date, zone = WORKSPACE_ZONE): string =>
  toWallTime(date.toISOString(), zone).replace('T', ' ');

/** `DD MMM YYYY` of a calendar day (`2026-11-21`), which has no time zone: `21 Nov 2026`, in the Buddhist era `21 Nov 2569`. */
export const formatDay = (day: string, counted?: Years): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]} ${formatYear(year, counted)}`;
};

/** The day of a moment in a time zone, by default the workspace's. */
export const formatDate = (date: Date, zone?: string, counted?: Years): string =>
  formatDay(toDay(date, zone), counted);

/** `HH : mm` in a time zone, by default the workspace's: `09 : 05`. */
export const formatTime = (date: Date, zone?: string): string =>
  clockText(date, zone).slice(11).replace(':', ' : ');

/** A time stamp as a date, or undefined where the text is none. */
export const parseTime = (value: unknown): Date | undefined => {
  if (typeof value !== 'string') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** The calendar day of a moment in a time zone, by default the workspace's: `2026-11-21`. */
export const toDay = (date: Date, zone?: string): string => clockText(date, zone).slice(0, 10);

/** Cached: formatters are expensive to create. */
const numbers = new Map<string, Intl.NumberFormat>();

/** In the current language: `1,234.5`. */
export const formatNumber = (value: number): string => {
  const code = language();
  const format = numbers.get(code) ?? new Intl.NumberFormat(code, { maximumFractionDigits: 6 });
  numbers.set(code, format);
  return format.format(value);
};

/** Agreed in docs/product.md. */
const COMPACT_FROM = 100_000;
/** The abbreviations are the same in every language. */
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** `99,999` in full, `123.5K` from 100,000 on. */
export const shortNumber = (value: number): string =>
  Math.abs(value) >= COMPACT_FROM ? compact.format(value) : formatNumber(value);
