import type { ProgressAnswer, ReachAnswer } from '../../../schemas/campaigns/answers.ts';
import { formatTime } from '../../../schemas/campaigns/formatTime.ts';
import type { ChartPoint } from '../../resources/charts/types.ts';

const MINUTE_MS = 60_000;
/** Minutes that are drawn; of a longer stretch without parts, as before a retry, only one is. */
const MOST_DRAWN = 240;
const LONGEST_GAP_MS = 30 * MINUTE_MS;
/** Minutes to come that are drawn. */
const MOST_TO_COME = 30;
const NOW = { label: 'now', as: 'line' } as const;
const SLOWED = { label: 'slowed down by the platform', as: 'dot' } as const;

/**
 * Parts by the minute in which they ended, those without any among them; the minutes in which the platform slowed it
 * down are marked.
 * @param sending while it goes on: now, which is marked too, and when it will probably have ended (milliseconds)
 */
export function chartPoints(
  { minutes, moments }: Pick<ProgressAnswer, 'minutes' | 'moments'>,
  sending?: { now: number; end: number | undefined },
): ChartPoint[] {
  const slow = new Set(
    moments.filter(({ kind }) => kind === 'slowed').map(({ at }) => minuteOf(Date.parse(at))),
  );
  const points: ChartPoint[] = [];
  const draw = (at: number, parts: number | null, label?: string): void => {
    const full = formatTime(new Date(at).toISOString());
    const mark = sending && at === minuteOf(sending.now) ? NOW : slow.has(at) ? SLOWED : undefined;
    points.push({
      label: label ?? full.slice(12),
      fullLabel: full,
      values: { parts },
      ...(mark && { mark }),
    });
  };
  let last: number | undefined;
  const ended = new Map(minutes.map(({ at, parts }) => [minuteOf(Date.parse(at)), parts]));
  const first = Math.min(...ended.keys());
  const marked = [...slow, ...(sending ? [minuteOf(sending.now)] : [])].filter((at) => at >= first);
  const drawn = [...new Set([...ended.keys(), ...marked])].toSorted((a, b) => a - b);
  for (const at of drawn) {
    const isFar = last !== undefined && at - last > LONGEST_GAP_MS;
    if (isFar) draw(at - MINUTE_MS, 0, '…');
    else for (let none = (last ?? at) + MINUTE_MS; none < at; none += MINUTE_MS) draw(none, 0);
    draw(at, ended.get(at) ?? 0);
    last = at;
  }
  const seen = points.slice(-MOST_DRAWN);
  points.length = 0;
  if (last !== undefined && sending?.end !== undefined)
    for (let at = last + MINUTE_MS; at <= sending.end && points.length < MOST_TO_COME; at += MINUTE_MS)
      draw(at, null);
  return [...seen, ...points];
}

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** What there is to do about a reason for which people did not get it. */
export function adviceOn(reason: string, state: 'failed' | 'unknown'): string {
  if (state === 'unknown') return 'Nothing: it may have arrived, so it is not sent twice';
  if (/token|credential|permission/i.test(reason)) return 'Fix the channel’s connection, then retry';
  if (/24 hours/.test(reason)) return 'Nothing, they are excluded until they write again';
  if (/this person|such person/i.test(reason)) return 'Nothing: they cannot be reached';
  if (/over|gone|deleted|no longer/i.test(reason)) return 'Nothing';
  return 'Retry what failed';
}

const TITLES: Record<string, string> = {
  created: 'Draft made',
  duplicate: 'Draft made',
  'request-approval': 'Approval requested',
  return: 'Returned with a comment',
  approve: 'Approved and scheduled',
  send: 'Scheduled',
  cancel: 'Cancelled, kept as a draft',
  withdraw: 'Withdrawn: the content changed',
  start: 'Executing',
  slowed: 'Slowed down',
  stop: 'Stopped',
  finish: 'Executed',
  fail: 'Failed',
  retry: 'Retried what failed',
};

/** Kinds of moments that are seen from afar. */
const TONES: Record<string, 'danger' | 'warning' | 'info'> = {
  ...{ fail: 'danger', stop: 'danger', slowed: 'warning', withdraw: 'warning' },
  ...{ start: 'info', retry: 'info' },
};

/** The colour of a moment; none for what went as it should. */
export const momentTone = (kind: string): 'danger' | 'warning' | 'info' | undefined => TONES[kind];

export const momentTitle = (kind: string): string => TITLES[kind] ?? kind;

type Progress = Pick<ProgressAnswer, 'counts' | 'state' | 'begunAt'>;

/** When it will have ended, from how fast it was until now; undefined where nobody can say. @param now milliseconds */
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
  return `${percent}%, about ${minutes <= 1 ? 'a minute' : `${minutes} minutes`} left`;
}

/**
 * What a broadcast takes of the month's quota, and what is left then; below 0 where it is too much. LINE counts people,
 * however many messages one request holds.
 */
export function quotaAfter(
  { limit, used }: NonNullable<ReachAnswer['quota']>,
  { people }: Pick<ReachAnswer['reach'], 'people'>,
): { now: number; left: number } {
  return { now: people, left: limit - used - people };
}

/** What a platform counted afterwards, each with its share of who got it; nothing where it tells none. */
export function platformFigures(
  record: Readonly<Record<string, unknown>>,
  sent: number,
): { label: string; value: number; share: string }[] {
  const figures = [
    ['Delivered', record['delivered']],
    ['Opened', record['opened']],
    ['Clicked', record['clicked']],
  ] as const;
  return figures.flatMap(([label, value]) =>
    typeof value === 'number'
      ? [{ label, value, share: sent > 0 ? `${Math.min(100, Math.round((value / sent) * 100))}%` : '' }]
      : [],
  );
}
