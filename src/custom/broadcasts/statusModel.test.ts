import { afterEach, describe, expect, it } from 'vitest';
import { setTexts } from '../../../schemas/texts/translate.ts';
import {
  adviceFor,
  expectedEnd,
  eventTitle,
  peopleChart,
  formatStep,
  platformFigures,
  quotaAfter,
  remaining,
} from './statusModel.ts';

afterEach(() => setTexts(undefined));

describe('the status of a broadcast', () => {
  it('has points for minutes between two batches as well, in UTC+7', () => {
    const minutes = [
      { at: '2026-11-24T02:00:00.000Z', batches: 2, people: 1000 },
      { at: '2026-11-24T02:02:00.000Z', batches: 1, people: 20 },
    ];
    const drawn = { minutes, timeline: [] };
    expect(peopleChart(drawn).points.map(({ label, values }) => [label, values['people']])).toEqual([
      ['09 : 00', 1000],
      ['09 : 01', 0],
      ['09 : 02', 20],
    ]);
    expect(peopleChart({ minutes: [], timeline: [] }).points).toEqual([]);
  });

  it('has an even time axis, with longer steps for a longer range', () => {
    const part = (at: string) => ({ at, batches: 1, people: 500 });
    const early = ['2026-11-24T13:00:00.000Z', '2026-11-24T13:01:00.000Z'].map(part);
    const wide = peopleChart({ minutes: [...early, part('2026-11-24T15:10:00.000Z')], timeline: [] });
    expect(formatStep(wide.stepMinutes)).toBe('per 5 minutes');
    expect(wide.points).toHaveLength(27);
    expect(wide.points[0]).toMatchObject({ label: '20 : 00', values: { people: 1000 } });
    expect(wide.points[1]).toMatchObject({ label: '20 : 05', values: { people: 0 } });
    expect(wide.points[26]).toMatchObject({ label: '22 : 10', values: { people: 500 } });
    // A retry days later is as far away as it was.
    const days = peopleChart({ minutes: [...early, part('2026-11-29T08:30:00.000Z')], timeline: [] });
    expect(formatStep(days.stepMinutes)).toBe('per 2 hours');
    expect(days.points).toHaveLength(58);
    expect(days.points[0]?.label).toBe('24 Nov 20 : 00');
    expect([60, 1440].map(formatStep)).toEqual(['per hour', 'per day']);
  });

  it('formats times in any language', () => {
    setTexts((english) => ({ Nov: 'พ.ย.', Mar: 'มี.ค.' })[english]);
    const part = (at: string) => ({ at, batches: 1, people: 500 });
    const label = (...at: string[]) => peopleChart({ minutes: at.map(part), timeline: [] }).points[0]?.label;
    expect(label('2026-03-24T02:00:00.000Z')).toBe('09 : 00');
    expect(label('2026-03-24T13:00:00.000Z', '2026-03-29T08:30:00.000Z')).toBe('24 มี.ค. 20 : 00');
  });

  it('marks now, the expected end, and where the platform throttled it', () => {
    const minutes = [
      { at: '2026-11-24T02:00:00.000Z', batches: 2, people: 1000 },
      { at: '2026-11-24T02:01:00.000Z', batches: 1, people: 500 },
    ];
    const timeline = [{ at: '2026-11-24T02:01:20.000Z', kind: 'slowed', who: null, note: null }];
    const [now, end] = ['2026-11-24T02:02:30.000Z', '2026-11-24T02:04:30.000Z'].map((at) => Date.parse(at));
    const { points } = peopleChart({ minutes, timeline }, { now: now ?? 0, end });
    expect(points.map(({ label, values, mark }) => [label, values['people'], mark?.label])).toEqual([
      ['09 : 00', 1000, undefined],
      ['09 : 01', 500, 'slowed down by the platform'],
      ['09 : 02', 0, 'now'],
      ['09 : 03', null, undefined],
      ['09 : 04', null, undefined],
    ]);
    // Also where no batch ended in that minute; but not before the first batch.
    const early = { at: '2026-11-24T01:00:00.000Z', kind: 'slowed', who: null, note: null };
    const late = { ...early, at: '2026-11-24T02:03:00.000Z' };
    expect(
      peopleChart({ minutes, timeline: [early, late] }).points.map(({ label, mark }) => [label, mark?.as]),
    ).toEqual([
      ['09 : 00', undefined],
      ['09 : 01', undefined],
      ['09 : 02', undefined],
      ['09 : 03', 'dot'],
    ]);
    // Before the first batch nothing is drawn.
    expect(peopleChart({ minutes: [], timeline: [] }, { now: now ?? 0, end: undefined }).points).toEqual([]);
  });

  it('shows the progress, and the expected remaining time', () => {
    const counts = { total: 1000, sent: 500, failed: 0, unknown: 0, left: 500 };
    const begunAt = '2026-11-24T02:00:00.000Z';
    const now = Date.parse('2026-11-24T02:04:00.000Z');
    expect(remaining({ counts, state: 'sending', begunAt }, now)).toBe('50%, about 4 minutes left');
    expect(remaining({ counts, state: 'stopped', begunAt }, now)).toBe('50%');
    expect(expectedEnd({ counts, state: 'sending', begunAt }, now)).toBe(now + 4 * 60_000);
    expect(expectedEnd({ counts, state: 'stopped', begunAt }, now)).toBeUndefined();
    const none = { total: 0, sent: 0, failed: 0, unknown: 0, left: 0 };
    expect(remaining({ counts: none, state: 'over', begunAt }, now)).toBe('0%');
  });

  it('shows LINE’s counts, as shares of the recipients', () => {
    expect(platformFigures({ delivered: 990, opened: 480 }, 1000)).toEqual([
      { label: 'Delivered', value: 990, share: '99%' },
      { label: 'Opened', value: 480, share: '48%' },
    ]);
    expect(platformFigures({}, 1000)).toEqual([]);
  });

  it('counts a person once in the quota, however many messages there are', () => {
    expect(quotaAfter({ limit: 1000, used: 300 }, { people: 400 })).toEqual({ now: 400, left: 300 });
    expect(quotaAfter({ limit: 1000, used: 300 }, { people: 701 })).toEqual({ now: 701, left: -1 });
  });

  it('gives advice on failures, and titles of events', () => {
    expect(adviceFor('LINE does not know the access token', 'failed')).toMatch(/connection/);
    expect(adviceFor('It could not be reached', 'unknown')).toMatch(/not sent twice/);
    expect(adviceFor('Facebook knows no such person: the account is gone', 'failed')).toMatch(/^Nothing/);
    expect(adviceFor('LINE answered with status 500', 'failed')).toBe('Retry what failed');
    expect([eventTitle('finish'), eventTitle('else')]).toEqual(['Executed', 'else']);
  });
});
