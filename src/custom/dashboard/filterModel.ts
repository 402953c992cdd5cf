import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import { language } from '../../i18n/language.ts';
import type { Interval, MessageSource } from '../../dataProvider/dashboardVerbs.ts';
import { momentOf, wallTimeOf } from '../../resources/dates/days.ts';
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

/** Points that the services give at most. */
const MOST_POINTS = 400;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A range that ends now, or one that was chosen. */
export type Span = PresetId | 'TODAY' | Range;

/** Everything that a dashboard is asked about, as it stands in the address. */
export interface DashboardFilter {
  span: Span;
  /** Chosen by the person; else it follows from the range. */
  interval?: Interval;
  channels: string[];
  sources: MessageSource[];
}

export const USUAL: DashboardFilter = { span: 'L24H', channels: [], sources: ALL_SOURCES };

const isTime = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text));

/** The filter that an address says; what it says wrongly is as if it said nothing. */
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
    span: isRange ? { start: iso(start), end: iso(end) } : (preset ?? USUAL.span),
    ...(interval && { interval }),
    channels: [...new Set(query.getAll('channel').filter(Boolean))],
    sources,
  };
}

/** The query of a filter; what is usual is not said. Other parameters stay. */
export function writeFilter(filter: DashboardFilter, before = new URLSearchParams()): URLSearchParams {
  const query = new URLSearchParams(before);
  for (const name of ['range', 'start', 'end', 'interval', 'channel', 'source']) query.delete(name);
  const { span, interval, channels, sources } = filter;
  if (typeof span !== 'string') {
    query.set('start', span.start);
    query.set('end', span.end);
  } else if (span !== USUAL.span) query.set('range', span);
  if (interval) query.set('interval', interval);
  for (const channel of channels) query.append('channel', channel);
  if (sources.length === 0) query.set('source', 'none');
  else if (sources.length < ALL_SOURCES.length) for (const source of sources) query.append('source', source);
  return query;
}

/** The stretch of time that a span is at a moment. */
export function rangeAt(span: Span, now: Date): Range {
  if (typeof span !== 'string') return span;
  if (span !== 'TODAY') return presetRange(span, { now });
  const { day } = wallTimeOf(now, WORKSPACE_ZONE);
  const start = momentOf({ day, time: '00:00' }, WORKSPACE_ZONE);
  // At midnight itself nothing lies in the day yet.
  const end = now.getTime() > Date.parse(start) ? now : new Date(Date.parse(start) + 1);
  return { start, end: end.toISOString() };
}

/** The next longer range that is offered beside a span; none after the longest, and none for one that was picked by days. */
export function nextLonger(span: Span): Preset | undefined {
  if (typeof span !== 'string') return undefined;
  const at = PRESETS.findIndex(({ id }) => id === (span === 'TODAY' ? 'L24H' : span));
  return PRESETS[at + 1];
}

const lengthOf = ({ start, end }: Range): number => Date.parse(end) - Date.parse(start);

/** The range just before, as long as this one. */
export const rangeBefore = (range: Range): Range => ({
  start: new Date(Date.parse(range.start) - lengthOf(range)).toISOString(),
  end: range.start,
});

/** The interval that a range has by itself: hours up to two days, days up to 92, then weeks, then months. */
export function usualInterval(range: Range): Interval {
  const days = lengthOf(range) / DAY_MS;
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 190 ? 'week' : 'month';
}

const LENGTHS: Record<Interval, number> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};

/** Whether a range in this interval has no more points than the services give; one at each end may be begun. */
export const isIntervalAllowed = (range: Range, interval: Interval): boolean =>
  lengthOf(range) / LENGTHS[interval] + 1 <= MOST_POINTS;

/** The chosen interval, where it fits; else the usual one. */
export const intervalOf = ({ interval }: DashboardFilter, range: Range): Interval =>
  interval && isIntervalAllowed(range, interval) ? interval : usualInterval(range);

/** How the range before is called: "the 30 days before". */
export function beforeText(span: Span): string {
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

/** "+18.2%" against the number before; nothing where there was none to be compared with. */
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
