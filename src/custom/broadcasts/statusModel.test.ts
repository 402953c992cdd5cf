import { afterEach, describe, expect, it } from 'vitest';
import { setTexts } from '../../../schemas/texts/translate.ts';
import {
  adviceOn,
  expectedEnd,
  momentTitle,
  peopleChart,
  perStep,
  platformFigures,
  quotaAfter,
  remaining,
} from './statusModel.ts';

afterEach(() => setTexts(undefined));

describe('the status of a broadcast', () => {
  it('draws the minutes between two parts as well, on the clock of UTC+7', () => {
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

  it('has an even time axis, with longer steps for a longer stretch', () => {
    const part = (at: string) => ({ at, batches: 1, people: 500 });
    const early = ['2026-11-24T13:00:00.000Z', '2026-11-24T13:01:00.000Z'].map(part);
    const wide = peopleChart({ minutes: [...early, part('2026-11-24T15:10:00.000Z')], timeline: [] });
    expect(perStep(wide.stepMinutes)).toBe('per 5 minutes');
    expect(wide.points).toHaveLength(27);
    expect(wide.points[0]).toMatchObject({ label: '20 : 00', values: { people: 1000 } });
    expect(wide.points[1]).toMatchObject({ label: '20 : 05', values: { people: 0 } });
    expect(wide.points[26]).toMatchObject({ label: '22 : 10', values: { people: 500 } });
    // What was tried again days later stands as far away as it was.
    const days = peopleChart({ minutes: [...early, part('2026-11-29T08:30:00.000Z')], timeline: [] });
    expect(perStep(days.stepMinutes)).toBe('per 2 hours');
    expect(days.points).toHaveLength(58);
    expect(days.points[0]?.label).toBe('24 Nov 20 : 00');
    expect([60, 1440].map(perStep)).toEqual(['per hour', 'per day']);
  });

  it('tells times in any language', () => {
    setTexts((english) => ({ Nov: 'พ.ย.', Mar: 'มี.ค.' })[english]);
    const part = (at: string) => ({ at, batches: 1, people: 500 });
    const label = (...at: string[]) => peopleChart({ minutes: at.map(part), timeline: [] }).points[0]?.label;
    expect(label('2026-03-24T02:00:00.000Z')).toBe('09 : 00');
    expect(label('2026-03-24T13:00:00.000Z', '2026-03-29T08:30:00.000Z')).toBe('24 มี.ค. 20 : 00');
  });

  it('marks now, what is to come, and where the platform slowed it down', () => {
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
    // Also where no part ended in that minute; but not before the first part.
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
    // Before its first part nothing is drawn.
    expect(peopleChart({ minutes: [], timeline: [] }, { now: now ?? 0, end: undefined }).points).toEqual([]);
  });

  it('says how much is done, and how long the rest may take', () => {
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

  it('tells what LINE counted, as shares of who it was sent to', () => {
    expect(platformFigures({ delivered: 990, opened: 480 }, 1000)).toEqual([
      { label: 'Delivered', value: 990, share: '99%' },
      { label: 'Opened', value: 480, share: '48%' },
    ]);
    expect(platformFigures({}, 1000)).toEqual([]);
  });

  it('takes of the quota a person once, however many messages there are', () => {
    expect(quotaAfter({ limit: 1000, used: 300 }, { people: 400 })).toEqual({ now: 400, left: 300 });
    expect(quotaAfter({ limit: 1000, used: 300 }, { people: 701 })).toEqual({ now: 701, left: -1 });
  });

  it('says what there is to do, and what happened', () => {
    expect(adviceOn('LINE does not know the access token', 'failed')).toMatch(/connection/);
    expect(adviceOn('It could not be reached', 'unknown')).toMatch(/not sent twice/);
    expect(adviceOn('Facebook knows no such person: the account is gone', 'failed')).toMatch(/^Nothing/);
    expect(adviceOn('LINE answered with status 500', 'failed')).toBe('Retry what failed');
    expect([momentTitle('finish'), momentTitle('else')]).toEqual(['Executed', 'else']);
  });
});
