import type { Granularity } from './types.ts';
import { WORKSPACE_OFFSET_MS } from './zonedTime.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** 5 January 1970 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** Granularities of a query over roll-ups, the finest first. Weeks begin on Monday. */
export const GRANULARITIES: readonly Granularity[] = ['hour', 'day', 'week', 'month'];

const DIVISORS: Record<Granularity, readonly Granularity[]> = {
  hour: ['hour'],
  day: ['hour', 'day'],
  week: ['hour', 'day', 'week'],
  month: ['hour', 'day', 'month'],
};

/**
 * Start of the span that contains a moment, on the workspace's clock. In milliseconds since 1970, as everywhere in this
 * file.
 */
export function startOf(span: Granularity, at: number): number {
  const local = at + WORKSPACE_OFFSET_MS;
  if (span === 'month') return startOfMonth(local, 0);
  if (span === 'week')
    return Math.floor((local - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS - WORKSPACE_OFFSET_MS;
  const length = durationMs(span);
  return Math.floor(local / length) * length - WORKSPACE_OFFSET_MS;
}

/** End of the span that contains a moment, which is the start of the next. */
export function endOf(span: Granularity, at: number): number {
  if (span === 'month') return startOfMonth(at + WORKSPACE_OFFSET_MS, 1);
  return startOf(span, at) + durationMs(span);
}

/** Start of the first span that does not begin before a moment. */
export function firstStartFrom(span: Granularity, at: number): number {
  const start = startOf(span, at);
  return start === at ? at : endOf(span, at);
}

/** Whether every span of the coarser granularity consists of whole ones of the finer. */
export const divides = (short: Granularity, long: Granularity): boolean => DIVISORS[long].includes(short);

const durationMs = (span: 'hour' | 'day' | 'week'): number =>
  span === 'hour' ? HOUR_MS : span === 'day' ? DAY_MS : WEEK_MS;

function startOfMonth(local: number, monthsAhead: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsAhead) - WORKSPACE_OFFSET_MS;
}
