import { describe, expect, it } from 'vitest';
import {
  adviceOn,
  chartPoints,
  expectedEnd,
  momentTitle,
  platformFigures,
  quotaAfter,
  remaining,
} from './statusModel.ts';

describe('the status of a broadcast', () => {
  it('draws the minutes between two parts as well, on the clock of UTC+7', () => {
    const minutes = [
      { at: '2026-11-24T02:00:00.000Z', parts: 2, people: 1000 },
      { at: '2026-11-24T02:02:00.000Z', parts: 1, people: 20 },
    ];
    const drawn = { minutes, moments: [] };
    expect(chartPoints(drawn).map(({ label, values }) => [label, values['parts']])).toEqual([
      ['09 : 00', 2],
      ['09 : 01', 0],
      ['09 : 02', 1],
    ]);
    expect(chartPoints({ minutes: [], moments: [] })).toEqual([]);
    // What was tried again days later stands beside what it was tried again of.
    const later = { at: '2026-11-29T08:30:00.000Z', parts: 1, people: 20 };
    expect(chartPoints({ ...drawn, minutes: [...minutes, later] }).map(({ label }) => label)).toEqual([
      ...['09 : 00', '09 : 01', '09 : 02', '…', '15 : 30'],
    ]);
  });

  it('marks now, what is to come, and where the platform slowed it down', () => {
    const minutes = [
      { at: '2026-11-24T02:00:00.000Z', parts: 2, people: 1000 },
      { at: '2026-11-24T02:01:00.000Z', parts: 1, people: 500 },
    ];
    const moments = [{ at: '2026-11-24T02:01:20.000Z', kind: 'slowed', who: null, note: null }];
    const [now, end] = ['2026-11-24T02:02:30.000Z', '2026-11-24T02:04:30.000Z'].map((at) => Date.parse(at));
    const points = chartPoints({ minutes, moments }, { now: now ?? 0, end });
    expect(points.map(({ label, values, mark }) => [label, values['parts'], mark?.label])).toEqual([
      ['09 : 00', 2, undefined],
      ['09 : 01', 1, 'slowed down by the platform'],
      ['09 : 02', 0, 'now'],
      ['09 : 03', null, undefined],
      ['09 : 04', null, undefined],
    ]);
    // Also where no part ended in that minute; but not before the first part.
    const early = { at: '2026-11-24T01:00:00.000Z', kind: 'slowed', who: null, note: null };
    const late = { ...early, at: '2026-11-24T02:03:00.000Z' };
    expect(
      chartPoints({ minutes, moments: [early, late] }).map(({ label, mark }) => [label, mark?.as]),
    ).toEqual([
      ['09 : 00', undefined],
      ['09 : 01', undefined],
      ['09 : 02', undefined],
      ['09 : 03', 'dot'],
    ]);
    // Before its first part nothing is drawn.
    expect(chartPoints({ minutes: [], moments: [] }, { now: now ?? 0, end: undefined })).toEqual([]);
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
