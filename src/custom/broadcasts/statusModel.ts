import type { ProgressResponse, ReachResponse } from '../../../schemas/campaigns/responses.ts';
import { formatTime, timeParts } from '../../../schemas/campaigns/formatTime.ts';
import type { ChartPoint } from '../../resources/charts/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MINUTE_MS = 60_000;
/** UTC+7, the time zone of broadcasts. */
const ZONE_OFFSET_MS = 7 * 60 * MINUTE_MS;
/** Possible steps of the chart's time axis, and the largest number of steps. */
const STEPS_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
const MAX_STEPS = 60;
/** Longest range after now: as long as the range before, or this where that is shorter. */
const MIN_FUTURE_MS = 30 * MINUTE_MS;
const DAY_MS = 1440 * MINUTE_MS;
const NOW_MARK = { label: t('now'), as: 'line' } as const;
const THROTTLED_MARK = { label: t('slowed down by the platform'), as: 'dot' } as const;

export interface PeopleChart {
  /** Minutes between two points. */
  stepMinutes: number;
  points: ChartPoint[];
}

/**
 * People by the time at which their batch ended, on an even time axis: per minute, or per longer step for a long range.
 * Steps in which the platform throttled it are marked.
 * @param sending while it is being sent: now, which is marked too, and its expected end (milliseconds)
 */
export function peopleChart(
  { minutes, timeline }: Pick<ProgressResponse, 'minutes' | 'timeline'>,
  sending?: { now: number; end: number | undefined },
): PeopleChart {
  if (minutes.length === 0) return { stepMinutes: 1, points: [] };
  const ended = minutes.map(({ at, people }) => ({ at: Date.parse(at), people }));
  const start = minuteOf(Math.min(...ended.map(({ at }) => at)));
  const throttled = timeline
    .filter(({ kind }) => kind === 'slowed')
    .map(({ at }) => Date.parse(at))
    .filter((at) => at >= start);
  const last = Math.max(...ended.map(({ at }) => at), ...throttled, ...(sending ? [sending.now] : []));
  const expected = sending?.end ?? last;
  const end = Math.min(Math.max(expected, last), last + Math.max(MIN_FUTURE_MS, last - start));
  const stepMinutes =
    STEPS_MINUTES.find((step) => (end - start) / (step * MINUTE_MS) <= MAX_STEPS) ??
    Math.ceil((end - start) / MAX_STEPS / DAY_MS) * 1440;
  const step = stepMinutes * MINUTE_MS;
  // In the time zone of the axis' labels, so that days begin at midnight.
  const stepOf = (at: number): number => Math.floor((at + ZONE_OFFSET_MS) / step) * step - ZONE_OFFSET_MS;
  const isIn = (from: number) => (at: number) => stepOf(at) === from;
  const points: ChartPoint[] = [];
  for (let from = stepOf(start); from <= end; from += step) {
    const moment = new Date(from).toISOString();
    const { day, clock } = timeParts(moment);
    const people = ended.filter(({ at }) => isIn(from)(at)).reduce((sum, one) => sum + one.people, 0);
    const mark =
      sending && isIn(from)(sending.now) ? NOW_MARK : throttled.some(isIn(from)) ? THROTTLED_MARK : undefined;
    points.push({
      label: end - start < DAY_MS ? clock : `${day} ${clock}`,
      fullLabel: formatTime(moment),
      values: { people: from > last ? null : people },
      ...(mark && { mark }),
    });
  }
  return { stepMinutes, points };
}

const PER_ONE = { day: t('per day'), hour: t('per hour'), minute: t('per minute') };
const PER_MANY = {
  day: (amount: number) => t('per %{amount} days', { amount }),
  hour: (amount: number) => t('per %{amount} hours', { amount }),
  minute: (amount: number) => t('per %{amount} minutes', { amount }),
};

/** "per minute", "per 5 minutes", "per hour", "per 6 hours", "per day". */
export function formatStep(minutes: number): string {
  const [unit, length] = (
    [
      ['day', 1440],
      ['hour', 60],
      ['minute', 1],
    ] as const
  ).find(([, one]) => minutes >= one) ?? ['minute', 1];
  const amount = minutes / length;
  return amount === 1 ? PER_ONE[unit] : PER_MANY[unit](amount);
}

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** What to do about a reason for failures. */
export function adviceFor(reason: string, state: 'failed' | 'unknown'): string {
  if (state === 'unknown') return t('Nothing: it may have arrived, so it is not sent twice');
  if (/token|credential|permission/i.test(reason)) return t('Fix the channel’s connection, then retry');
  if (/24 hours/.test(reason)) return t('Nothing, they are excluded until they write again');
  if (/this person|such person/i.test(reason)) return t('Nothing: they cannot be reached');
  if (/over|gone|deleted|no longer/i.test(reason)) return t('Nothing');
  return t('Retry what failed');
}

const TITLES: Record<string, string> = {
  created: t('Draft made'),
  duplicate: t('Draft made'),
  'request-approval': t('Approval requested'),
  return: t('Returned with a comment'),
  approve: t('Approved and scheduled'),
  send: t('Scheduled'),
  cancel: t('Cancelled, kept as a draft'),
  withdraw: t('Held up before it began'),
  start: t('Executing'),
  slowed: t('Slowed down'),
  stop: t('Stopped'),
  finish: t('Executed'),
  fail: t('Failed'),
  retry: t('Retry of what failed'),
  'undo-retry': t('Retry undone, nothing was sent'),
  resume: t('Sending again'),
};

/** Tones of notable events. */
const TONES: Record<string, 'danger' | 'warning' | 'info'> = {
  ...{ fail: 'danger', stop: 'danger', slowed: 'warning', withdraw: 'warning' },
  ...{ start: 'info', retry: 'info', resume: 'info' },
};

/** The tone of an event; undefined for ordinary ones. */
export const eventTone = (kind: string): 'danger' | 'warning' | 'info' | undefined => TONES[kind];

export const eventTitle = (kind: string): string => TITLES[kind] ?? kind;

type Progress = Pick<ProgressResponse, 'counts' | 'state' | 'begunAt'>;

/** The expected end, extrapolated from the speed so far; undefined where it is not known. @param now milliseconds */
export function expectedEnd(
  { counts: { total, left }, state, begunAt }: Progress,
  now: number,
): number | undefined {
  const done = total - left;
  if (state !== 'sending' || done === 0 || begunAt === null) return undefined;
  return now + ((now - Date.parse(begunAt)) / done) * left;
}

/** "68%, about 5 minutes left". @param now milliseconds */
export function remaining(progress: Progress, now: number): string {
  const { total, left } = progress.counts;
  const percent = total === 0 ? 0 : Math.floor(((total - left) / total) * 100);
  const end = expectedEnd(progress, now);
  if (end === undefined) return `${percent}%`;
  const minutes = Math.ceil((end - now) / MINUTE_MS);
  return t('%{percent}%, about %{minutes} left', {
    percent,
    minutes: minutes <= 1 ? t('a minute') : t('%{minutes} minutes', { minutes }),
  });
}

/**
 * A broadcast's share of the monthly quota, and what is left then; below 0 where it exceeds the quota. LINE counts people,
 * however many messages one request contains.
 */
export function quotaAfter(
  { limit, used }: NonNullable<ReachResponse['quota']>,
  { people }: Pick<ReachResponse['reach'], 'people'>,
): { now: number; left: number } {
  return { now: people, left: limit - used - people };
}

/** The platform's counts, each with its share of the recipients; empty where the platform has none. */
export function platformFigures(
  record: Readonly<Record<string, unknown>>,
  sent: number,
): { label: string; value: number; share: string }[] {
  const figures = [
    [t('Delivered'), record['delivered']],
    [t('Opened'), record['opened']],
    [t('Clicked'), record['clicked']],
  ] as const;
  return figures.flatMap(([label, value]) =>
    typeof value === 'number'
      ? [{ label, value, share: sent > 0 ? `${Math.min(100, Math.round((value / sent) * 100))}%` : '' }]
      : [],
  );
}
