import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { language } from '../../i18n/language.ts';
import type { Interval, MessageSource } from '../../dataProvider/dashboardVerbs.ts';
import { toInstant, toZonedTime } from '../../resources/dates/days.ts';
import {
  type Preset,
  PRESETS,
  type PresetId,
  presetRange,
  type Range,
} from '../../resources/dates/rangeModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

export const SOURCES: { id: MessageSource; label: string }[] = [
  { id: 'USER', label: t('User') },
  { id: 'BOT', label: t('Bot') },
  { id: 'AGENT', label: t('Agent') },
  { id: 'BROADCAST', label: t('Broadcast') },
];
const ALL_SOURCES = SOURCES.map(({ id }) => id);

export const INTERVALS: { id: Interval; label: string }[] = [
  { id: 'hour', label: t('Hour') },
  { id: 'day', label: t('Day') },
  { id: 'week', label: t('Week') },
  { id: 'month', label: t('Month') },
];
/** `hour`, within a sentence. */
export const intervalText = (interval: Interval): string =>
  (INTERVALS.find(({ id }) => id === interval)?.label ?? interval).toLowerCase();

/** Largest number of points in a response of the services. */
const MAX_POINTS = 400;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A preset range that ends now, or a custom one. */
export type Span = PresetId | 'TODAY' | Range;

/** All parameters of a dashboard, as in its address. */
export interface DashboardFilter {
  span: Span;
  /** Chosen by the person; by default it depends on the range. */
  interval?: Interval;
  channels: string[];
  sources: MessageSource[];
}

export const DEFAULT_FILTER: DashboardFilter = { span: 'L24H', channels: [], sources: ALL_SOURCES };

const isTime = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text));

/** Parses the filter of an address; invalid parameters are ignored. */
export function readFilter(query: URLSearchParams): DashboardFilter {
  const [start, end, named] = [query.get('start'), query.get('end'), query.get('range')];
  const isRange = isTime(start) && isTime(end) && Date.parse(start) < Date.parse(end);
  const preset = [...PRESETS.map(({ id }) => id), 'TODAY' as const].find((id) => id === named);
  const interval = INTERVALS.find(({ id }) => id === query.get('interval'))?.id;
  const sources = query.has('source')
    ? ALL_SOURCES.filter((id) => query.getAll('source').includes(id))
    : ALL_SOURCES;
  const iso = (text: string): string => new Date(text).toISOString();
  return {
    span: isRange ? { start: iso(start), end: iso(end) } : (preset ?? DEFAULT_FILTER.span),
    ...(interval && { interval }),
    channels: [...new Set(query.getAll('channel').filter(Boolean))],
    sources,
  };
}

/** Writes a filter to a query without default values. Other parameters are kept. */
export function writeFilter(filter: DashboardFilter, before = new URLSearchParams()): URLSearchParams {
  const query = new URLSearchParams(before);
  for (const name of ['range', 'start', 'end', 'interval', 'channel', 'source']) query.delete(name);
  const { span, interval, channels, sources } = filter;
  if (typeof span !== 'string') {
    query.set('start', span.start);
    query.set('end', span.end);
  } else if (span !== DEFAULT_FILTER.span) query.set('range', span);
  if (interval) query.set('interval', interval);
  for (const channel of channels) query.append('channel', channel);
  if (sources.length === 0) query.set('source', 'none');
  else if (sources.length < ALL_SOURCES.length) for (const source of sources) query.append('source', source);
  return query;
}

/** The range of a span at a given time. */
export function rangeAt(span: Span, now: Date): Range {
  if (typeof span !== 'string') return span;
  if (span !== 'TODAY') return presetRange(span, { now });
  const { day } = toZonedTime(now, WORKSPACE_ZONE);
  const start = toInstant({ day, time: '00:00' }, WORKSPACE_ZONE);
  // At midnight itself, the day is still empty.
  const end = now.getTime() > Date.parse(start) ? now : new Date(Date.parse(start) + 1);
  return { start, end: end.toISOString() };
}

/** The next longer preset after a span; none after the longest, and none for a custom range. */
export function nextLonger(span: Span): Preset | undefined {
  if (typeof span !== 'string') return undefined;
  const at = PRESETS.findIndex(({ id }) => id === (span === 'TODAY' ? 'L24H' : span));
  return PRESETS[at + 1];
}

const durationMs = ({ start, end }: Range): number => Date.parse(end) - Date.parse(start);

/** The previous range, as long as this one. */
export const previousRange = (range: Range): Range => ({
  start: new Date(Date.parse(range.start) - durationMs(range)).toISOString(),
  end: range.start,
});

/** The default interval of a range: hours up to two days, days up to 92, then weeks, then months. */
export function defaultInterval(range: Range): Interval {
  const days = durationMs(range) / DAY_MS;
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 190 ? 'week' : 'month';
}

const INTERVAL_MS: Record<Interval, number> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};

/** Whether a range in this interval has no more points than the services return; the first and last may be partial. */
export const isIntervalAllowed = (range: Range, interval: Interval): boolean =>
  durationMs(range) / INTERVAL_MS[interval] + 1 <= MAX_POINTS;

/** The chosen interval, where it is allowed; else the default. */
export const intervalOf = ({ interval }: DashboardFilter, range: Range): Interval =>
  interval && isIntervalAllowed(range, interval) ? interval : defaultInterval(range);

/** Name of the previous range: "the 30 days before". */
export function previousRangeText(span: Span): string {
  const words: Record<PresetId | 'TODAY', string> = {
    L24H: t('24 hours'),
    L7D: t('7 days'),
    L30D: t('30 days'),
    LM: t('3 months'),
    L6M: t('6 months'),
    L12M: t('12 months'),
    TODAY: t('same time'),
  };
  return typeof span === 'string' ? t('the %{words} before', { words: words[span] }) : t('the time before');
}

/** "+18.2%" compared with the previous number; undefined where that is 0. */
export function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const change = Math.round(((now - before) / before) * 1000) / 10;
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toLocaleString(language())}%`;
}

/** "Nothing in the last 24 hours". */
export function nothingText(span: Span): string {
  const label = PRESETS.find(({ id }) => id === span)?.label;
  return label === undefined
    ? t('Nothing in this period')
    : t('Nothing in the %{label}', { label: label.toLowerCase() });
}
