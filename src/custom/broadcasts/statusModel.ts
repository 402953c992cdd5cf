import type { ProgressAnswer } from '../../../schemas/campaigns/answers.ts';
import { sayTime } from '../../../schemas/campaigns/times.ts';
import type { ChartPoint } from '../../resources/charts/types.ts';

const MINUTE_MS = 60_000;
/** Minutes without parts between two with some that are drawn. */
const MOST_DRAWN = 240;

/** Parts by the minute in which they ended, those without any among them. */
export function chartPoints(minutes: ProgressAnswer['minutes']): ChartPoint[] {
  const [first, last] = [minutes[0], minutes.at(-1)];
  if (!first || !last) return [];
  const parts = new Map(minutes.map(({ at, parts: count }) => [Date.parse(at), count]));
  const from = Math.max(Date.parse(first.at), Date.parse(last.at) - (MOST_DRAWN - 1) * MINUTE_MS);
  const points: ChartPoint[] = [];
  for (let at = from; at <= Date.parse(last.at); at += MINUTE_MS) {
    const full = sayTime(new Date(at).toISOString());
    points.push({ label: full.slice(12), fullLabel: full, values: { parts: parts.get(at) ?? 0 } });
  }
  return points;
}

/** What there is to do about a reason for which people did not get it. */
export function adviceOn(reason: string, state: 'failed' | 'unknown'): string {
  if (state === 'unknown') return 'Nothing: it may have arrived, and is not sent twice';
  if (/token|credential|permission/i.test(reason)) return 'Mend the channel’s connection, then retry';
  if (/24 hours/.test(reason)) return 'Nothing, they are excluded until they write again';
  if (/over|gone|deleted|no longer/i.test(reason)) return 'Nothing';
  return 'Retry what failed';
}

const TITLES: Record<string, string> = {
  created: 'Draft made',
  duplicate: 'Draft made',
  'request-approval': 'Approval asked for',
  return: 'Returned with a comment',
  approve: 'Approved and scheduled',
  send: 'Scheduled',
  cancel: 'Cancelled, kept as a draft',
  start: 'Executing',
  slowed: 'Slowed down',
  stop: 'Stopped',
  finish: 'Executed',
  fail: 'Failed',
  retry: 'Retried what failed',
};

/** Kinds of moments that are seen from afar. */
const TONES: Record<string, 'danger' | 'warning' | 'info'> = {
  ...{ fail: 'danger', stop: 'danger', slowed: 'warning' },
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
