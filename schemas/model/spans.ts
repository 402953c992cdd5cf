import type { Stretch } from './types.ts';
import { WORKSPACE_OFFSET_MS } from './zonedTime.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** 5 January 1970 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** What rows of a reading may be of, from the shortest on. Weeks begin on Monday. */
export const STRETCHES: readonly Stretch[] = ['hour', 'day', 'week', 'month'];

const MADE_OF: Record<Stretch, readonly Stretch[]> = {
  hour: ['hour'],
  day: ['hour', 'day'],
  week: ['hour', 'day', 'week'],
  month: ['hour', 'day', 'month'],
};

/** When the span begins that a moment lies in, by the workspace's clock. Milliseconds since 1970, as for all of this file. */
export function startOf(span: Stretch, at: number): number {
  const local = at + WORKSPACE_OFFSET_MS;
  if (span === 'month') return monthStart(local, 0);
  if (span === 'week')
    return Math.floor((local - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS - WORKSPACE_OFFSET_MS;
  const length = lengthOf(span);
  return Math.floor(local / length) * length - WORKSPACE_OFFSET_MS;
}

/** When the span ends that a moment lies in: the beginning of the next one. */
export function endOf(span: Stretch, at: number): number {
  if (span === 'month') return monthStart(at + WORKSPACE_OFFSET_MS, 1);
  return startOf(span, at) + lengthOf(span);
}

/** The first beginning of a span that is not before a moment. */
export function firstFrom(span: Stretch, at: number): number {
  const start = startOf(span, at);
  return start === at ? at : endOf(span, at);
}

/** Whether each of the longer stretches is made of whole ones of the shorter. */
export const isWithin = (short: Stretch, long: Stretch): boolean => MADE_OF[long].includes(short);

const lengthOf = (span: 'hour' | 'day' | 'week'): number =>
  span === 'hour' ? HOUR_MS : span === 'day' ? DAY_MS : WEEK_MS;

function monthStart(local: number, further: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + further) - WORKSPACE_OFFSET_MS;
}
