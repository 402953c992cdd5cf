import { WORKSPACE_OFFSET_MS } from '../model/zonedTime.ts';
import { t } from '../texts/translate.ts';
/** Days and months of reports are those of UTC+7 (`WORKSPACE_ZONE`). */
const DAY_MS = 24 * 3_600_000;

/** Kinds of reports. */
export const REPORT_TYPES = ['messages', 'users', 'campaigns', 'intents', 'richmenus'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export const FREQUENCIES = ['daily', 'monthly', 'quarterly', 'yearly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export type Timeframe = Frequency | 'custom';

/** Maximum rows of a report. */
export const MAX_PERIODS = 1_000;
/** Days until a report is deleted. */
export const RETENTION_DAYS = 7;

/** A time range, ISO 8601 in UTC; `to` is exclusive. */
export interface TimeRange {
  from: string;
  to: string;
}
/** The range of one row, with its label: `2026-11-21`, `2026-11`, `2026 Q4`, `2026`. */
export interface Period extends TimeRange {
  label: string;
}

const MONTHS_PER_PERIOD: Record<Exclude<Frequency, 'daily'>, number> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
};

/** Start of the day, month, quarter or year that contains a moment, in milliseconds since 1970. */
function startOfPeriod(frequency: Frequency, at: number): number {
  if (frequency === 'daily')
    return Math.floor((at + WORKSPACE_OFFSET_MS) / DAY_MS) * DAY_MS - WORKSPACE_OFFSET_MS;
  const wall = new Date(at + WORKSPACE_OFFSET_MS);
  const months = MONTHS_PER_PERIOD[frequency];
  const month = Math.floor(wall.getUTCMonth() / months) * months;
  return Date.UTC(wall.getUTCFullYear(), month, 1) - WORKSPACE_OFFSET_MS;
}

function endOfPeriod(frequency: Frequency, at: number): number {
  const begin = startOfPeriod(frequency, at);
  if (frequency === 'daily') return begin + DAY_MS;
  const wall = new Date(begin + WORKSPACE_OFFSET_MS);
  return (
    Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + MONTHS_PER_PERIOD[frequency], 1) -
    WORKSPACE_OFFSET_MS
  );
}

function periodLabel(frequency: Frequency, at: number): string {
  const day = new Date(at + WORKSPACE_OFFSET_MS).toISOString();
  if (frequency === 'daily') return day.slice(0, 10);
  if (frequency === 'monthly') return day.slice(0, 7);
  const year = day.slice(0, 4);
  return frequency === 'yearly' ? year : `${year} Q${Math.floor(Number(day.slice(5, 7)) / 3.01) + 1}`;
}

/**
 * Splits a range into days, months, quarters or years, in order; the first and last are cut at the range's ends. At
 * most one more than the maximum.
 */
export function splitIntoPeriods(frequency: Frequency, { from, to }: TimeRange): Period[] {
  const end = Date.parse(to);
  const periods: Period[] = [];
  for (let at = Date.parse(from); at < end && periods.length <= MAX_PERIODS;) {
    const next = Math.min(endOfPeriod(frequency, at), end);
    periods.push({
      label: periodLabel(frequency, at),
      from: new Date(at).toISOString(),
      to: new Date(next).toISOString(),
    });
    at = next;
  }
  return periods;
}

/**
 * The default range of a frequency, up to now: this month for days, this year for months and quarters, three years for
 * years.
 */
export function defaultRange(frequency: Frequency, now: Date): TimeRange {
  const at = now.getTime();
  const begin = {
    daily: () => startOfPeriod('monthly', at),
    monthly: () => startOfPeriod('yearly', at),
    quarterly: () => startOfPeriod('yearly', at),
    yearly: () =>
      Date.UTC(new Date(at + WORKSPACE_OFFSET_MS).getUTCFullYear() - 2, 0, 1) - WORKSPACE_OFFSET_MS,
  }[frequency];
  return { from: new Date(begin()).toISOString(), to: now.toISOString() };
}

/** Ranges offered for a frequency, the newest first: months for days, years for months and quarters. */
export function rangeChoices(frequency: Frequency, now: Date): (TimeRange & { label: string })[] {
  if (frequency === 'yearly') return [{ ...defaultRange(frequency, now), label: t('Last 3 years') }];
  const unit = frequency === 'daily' ? 'monthly' : 'yearly';
  const choices: (TimeRange & { label: string })[] = [];
  for (
    let at = now.getTime();
    choices.length < (unit === 'monthly' ? 24 : 3);
    at = startOfPeriod(unit, at) - 1
  )
    choices.push({
      label: periodLabel(unit, at),
      from: new Date(startOfPeriod(unit, at)).toISOString(),
      to: new Date(Math.min(endOfPeriod(unit, at), now.getTime())).toISOString(),
    });
  return choices;
}
