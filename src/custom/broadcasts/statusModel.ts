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

export const momentTitle = (kind: string): string => TITLES[kind] ?? kind;

/** "68%, about 5 minutes left", from how fast it was until now. @param now milliseconds */
export function remaining(
  { counts: { total, left }, state, begunAt }: Pick<ProgressAnswer, 'counts' | 'state' | 'begunAt'>,
  now: number,
): string {
  const done = total - left;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  if (state !== 'sending' || done === 0 || begunAt === null) return `${percent}%`;
  const minutes = Math.ceil((((now - Date.parse(begunAt)) / done) * left) / MINUTE_MS);
  return `${percent}%, about ${minutes <= 1 ? 'a minute' : `${minutes} minutes`} left`;
}
