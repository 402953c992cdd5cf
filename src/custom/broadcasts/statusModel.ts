import type { ProgressAnswer } from '../../../schemas/campaigns/answers.ts';
import { sayTime } from '../../../schemas/campaigns/times.ts';
import type { ChartPoint } from '../../resources/charts/types.ts';

const MINUTE_MS = 60_000;
/** Minutes that are drawn; of a longer stretch without parts, as before a retry, only one is. */
const MOST_DRAWN = 240;
const LONGEST_GAP_MS = 30 * MINUTE_MS;

/** Parts by the minute in which they ended, those without any among them. */
export function chartPoints(minutes: ProgressAnswer['minutes']): ChartPoint[] {
  const points: ChartPoint[] = [];
  const draw = (at: number, parts: number, label?: string): void => {
    const full = sayTime(new Date(at).toISOString());
    points.push({ label: label ?? full.slice(12), fullLabel: full, values: { parts } });
  };
  let last: number | undefined;
  for (const minute of minutes) {
    const at = Date.parse(minute.at);
    const isFar = last !== undefined && at - last > LONGEST_GAP_MS;
    if (isFar) draw(at - MINUTE_MS, 0, '…');
    else for (let none = (last ?? at) + MINUTE_MS; none < at; none += MINUTE_MS) draw(none, 0);
    draw(at, minute.parts);
    last = at;
  }
  return points.slice(-MOST_DRAWN);
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
