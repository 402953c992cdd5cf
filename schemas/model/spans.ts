import type { Span } from './types.ts';

/** Days and months of roll-ups begin at midnight in UTC+7, whatever the zone of machine or browser. */
export const SPAN_OFFSET_MS = 7 * 3_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Spans from the shortest on. */
export const SPANS: readonly Span[] = ['hour', 'day', 'month'];

/** When the span begins that a moment lies in. Milliseconds since 1970, as for all of this file. */
export function startOf(span: Span, at: number): number {
  const local = at + SPAN_OFFSET_MS;
  if (span === 'month') return monthStart(local, 0);
  const length = span === 'hour' ? HOUR_MS : DAY_MS;
  return Math.floor(local / length) * length - SPAN_OFFSET_MS;
}

/** When the span ends that a moment lies in: the beginning of the next one. */
export function endOf(span: Span, at: number): number {
  if (span === 'month') return monthStart(at + SPAN_OFFSET_MS, 1);
  return startOf(span, at) + (span === 'hour' ? HOUR_MS : DAY_MS);
}

/** The first beginning of a span that is not before a moment. */
export function firstFrom(span: Span, at: number): number {
  const start = startOf(span, at);
  return start === at ? at : endOf(span, at);
}

/** Whether each of the longer spans is made of whole ones of the shorter. */
export const isWithin = (short: Span, long: Span): boolean => SPANS.indexOf(short) <= SPANS.indexOf(long);

function monthStart(local: number, further: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + further) - SPAN_OFFSET_MS;
}
