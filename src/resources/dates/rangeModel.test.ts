import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildWeeks } from './days.ts';
import {
  canApply,
  chooseDay,
  chooseTime,
  toDraft,
  EMPTY_DRAFT,
  withStep,
  isDayDisabled,
  isTimeDisabled,
  type PresetId,
  presetRange,
  type RangeDraft,
  toRange,
  type RangeRules,
  HALF_HOURS,
} from './rangeModel.ts';

afterEach(() => vi.unstubAllEnvs());

/** 21 November 2026, 16:38 in Bangkok. */
const NOW = new Date('2026-11-21T09:38:00.000Z');
const at = (now: string, rest: Partial<RangeRules> = {}): RangeRules => ({ now: new Date(now), ...rest });
const rules: RangeRules = { now: NOW };
const started = (day: string, time: string): RangeDraft => ({ step: 'end', start: { day, time } });

describe('times', () => {
  it('go by 30 minutes from midnight to 23:30', () => {
    expect(HALF_HOURS).toHaveLength(48);
    expect([HALF_HOURS[0], HALF_HOURS[1], HALF_HOURS.at(-1)]).toEqual(['00:00', '00:30', '23:30']);
  });
});

describe('the start comes first', () => {
  it.each<[string, RangeRules, string, string]>([
    ['another day begins with its first moment', rules, '2026-11-14', '00:00'],
    ['today begins with the nearest half hour', at('2026-11-21T09:14:00Z'), '2026-11-21', '16:00'],
    ['the nearest one is never in the future', rules, '2026-11-21', '16:30'],
    ['nor is it where it would round up', at('2026-11-21T09:20:00Z'), '2026-11-21', '16:00'],
    [
      'the nearest may lie ahead where the future is open',
      at('2026-11-21T09:20:00Z', { future: true }),
      '2026-11-21',
      '16:30',
    ],
    ['today is the day of UTC+7', at('2026-11-20T18:10:00Z'), '2026-11-21', '01:00'],
    ['just after midnight', at('2026-11-20T17:05:00Z'), '2026-11-21', '00:00'],
    ['just before midnight', at('2026-11-21T16:50:00Z'), '2026-11-21', '23:30'],
    ['the first of a year', at('2026-12-31T17:40:00Z'), '2027-01-01', '00:30'],
  ])('%s', (_, given, day, time) => {
    expect(chooseDay(EMPTY_DRAFT, day, given)).toEqual({ step: 'end', start: { day, time } });
  });

  it('moves on to the end', () => {
    expect(chooseDay(EMPTY_DRAFT, '2026-11-14', rules).step).toBe('end');
  });

  it('a start after the end clears the end', () => {
    const draft = toDraft({ start: '2026-11-01T02:00:00Z', end: '2026-11-05T02:00:00Z' });
    expect(chooseDay(draft, '2026-11-10', rules)).toEqual(started('2026-11-10', '00:00'));
  });

  it('a start before the end keeps it', () => {
    const draft = toDraft({ start: '2026-11-01T02:00:00Z', end: '2026-11-05T02:00:00Z' });
    expect(chooseDay(draft, '2026-11-03', rules).end).toEqual({ day: '2026-11-05', time: '09:00' });
  });

  it('a start on a day without a time before the end clears the end', () => {
    const draft: RangeDraft = { step: 'start', end: { day: '2026-11-05', time: '00:00' } };
    expect(chooseDay(draft, '2026-11-05', rules)).toEqual(started('2026-11-05', '00:00'));
  });
});

describe('the end', () => {
  it.each<[string, RangeRules, string, string]>([
    ['is 30 minutes before the end of its day', rules, '2026-11-20', '23:30'],
    ['today is the last half hour that has been', rules, '2026-11-21', '16:30'],
    [
      'today is that of its day where the future is open',
      at('2026-11-21T09:38:00Z', { future: true }),
      '2026-11-21',
      '23:30',
    ],
    ['is on the last day of a month', rules, '2026-10-31', '23:30'],
  ])('%s', (_, given, day, time) => {
    expect(chooseDay(started('2026-10-14', '09:00'), day, given).end).toEqual({ day, time });
  });

  it.each<[string, RangeDraft]>([
    ['the first choice', started('2026-11-14', '09:00')],
    [
      'a range that was shown',
      withStep(toDraft({ start: '2026-11-14T02:00:00Z', end: '2026-11-16T02:00:00Z' }), 'end'),
    ],
  ])('before the start becomes the new start: %s', (_, draft) => {
    expect(chooseDay(draft, '2026-11-02', rules)).toEqual(started('2026-11-02', '00:00'));
  });

  it('may be the very start on one day', () => {
    const draft = chooseDay(started('2026-11-21', '16:30'), '2026-11-21', rules);
    expect(draft.end).toEqual({ day: '2026-11-21', time: '16:30' });
    expect(canApply(draft, rules)).toBe(true);
  });
});

describe('days that cannot be chosen', () => {
  it.each<[string, RangeDraft, string, RangeRules, boolean]>([
    ['tomorrow', EMPTY_DRAFT, '2026-11-22', rules, true],
    ['today', EMPTY_DRAFT, '2026-11-21', rules, false],
    [
      'tomorrow where the future is open',
      EMPTY_DRAFT,
      '2026-11-22',
      at('2026-11-21T09:38:00Z', { future: true }),
      false,
    ],
    [
      'what is tomorrow in UTC, but today in Bangkok',
      EMPTY_DRAFT,
      '2026-11-21',
      at('2026-11-20T18:00:00Z'),
      false,
    ],
    [
      'what is still today in UTC, but tomorrow in Bangkok',
      EMPTY_DRAFT,
      '2026-11-21',
      at('2026-11-20T16:59:00Z'),
      true,
    ],
    ['before the first day', EMPTY_DRAFT, '2026-10-31', { ...rules, min: '2026-11-01' }, true],
    ['the first day', EMPTY_DRAFT, '2026-11-01', { ...rules, min: '2026-11-01' }, false],
    ['an end before the start', started('2026-11-14', '09:00'), '2026-11-13', rules, false],
    ['an end on the day of the start', started('2026-11-14', '09:00'), '2026-11-14', rules, false],
    [
      'a start before the end',
      toDraft({ start: '2026-11-01T00:00:00Z', end: '2026-11-05T00:00:00Z' }),
      '2026-11-10',
      rules,
      false,
    ],
    ['the last day of the year before', EMPTY_DRAFT, '2025-12-31', rules, false],
  ])('%s', (_, draft, day, given, disabled) => {
    expect(isDayDisabled(day, given)).toBe(disabled);
    // A disabled day changes nothing.
    expect(chooseDay(draft, day, given) === draft).toBe(disabled);
  });
});

describe('times that cannot be chosen', () => {
  const oneDay: RangeDraft = {
    step: 'start',
    start: { day: '2026-11-14', time: '09:00' },
    end: { day: '2026-11-14', time: '12:00' },
  };
  it.each<[string, RangeDraft, string, RangeRules, boolean]>([
    ['a start at the end', oneDay, '12:00', rules, true],
    ['a start after the end', oneDay, '12:30', rules, true],
    ['a start before the end', oneDay, '11:30', rules, false],
    ['an end before the start', withStep(oneDay, 'end'), '08:30', rules, true],
    ['an end at the start', withStep(oneDay, 'end'), '09:00', rules, false],
    ['an end after the start', withStep(oneDay, 'end'), '09:30', rules, false],
    ['later today', chooseDay(started('2026-11-14', '09:00'), '2026-11-21', rules), '17:00', rules, true],
    ['earlier today', chooseDay(started('2026-11-14', '09:00'), '2026-11-21', rules), '16:30', rules, false],
    [
      'late on another day',
      chooseDay(started('2026-11-14', '09:00'), '2026-11-20', rules),
      '23:30',
      rules,
      false,
    ],
    ['before a day is chosen', EMPTY_DRAFT, '09:00', rules, true],
  ])('%s', (_, draft, time, given, disabled) => {
    expect(isTimeDisabled(draft, time, given)).toBe(disabled);
    expect(chooseTime(draft, time, given) === draft).toBe(disabled);
  });

  it('a time is that of the step', () => {
    expect(chooseTime(withStep(oneDay, 'end'), '10:30', rules)).toEqual({
      ...oneDay,
      step: 'end',
      end: { day: '2026-11-14', time: '10:30' },
    });
  });
});

describe('Apply', () => {
  it.each<[string, RangeDraft, RangeRules, boolean]>([
    ['needs a start', EMPTY_DRAFT, rules, false],
    ['needs an end', started('2026-11-14', '09:00'), rules, false],
    ['has both', chooseDay(started('2026-11-14', '09:00'), '2026-11-20', rules), rules, true],
    [
      'rejects a reversed range',
      toDraft({ start: '2026-11-05T00:00:00Z', end: '2026-11-01T00:00:00Z' }),
      rules,
      false,
    ],
    [
      'rejects the future',
      toDraft({ start: '2026-11-05T00:00:00Z', end: '2026-12-01T00:00:00Z' }),
      rules,
      false,
    ],
    [
      'rejects days before the first one',
      toDraft({ start: '2026-11-05T00:00:00Z', end: '2026-11-06T00:00:00Z' }),
      { ...rules, min: '2026-11-06' },
      false,
    ],
  ])('%s', (_, draft, given, possible) => {
    expect(canApply(draft, given)).toBe(possible);
  });

  it('returns the instants of UTC+7, across the end of a year', () => {
    const first = chooseDay(EMPTY_DRAFT, '2026-12-31', at('2027-01-02T05:00:00Z'));
    const draft = chooseDay(first, '2027-01-01', at('2027-01-02T05:00:00Z'));
    expect(toRange(draft)).toEqual({
      start: '2026-12-30T17:00:00.000Z',
      end: '2027-01-01T16:30:00.000Z',
    });
  });

  it('returns the range that was shown', () => {
    const range = { start: '2026-11-14T02:00:00.000Z', end: '2026-11-21T09:00:00.000Z' };
    expect(toRange(toDraft(range))).toEqual(range);
  });
});

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Bangkok'])(
  'in a browser in %s',
  (zone) => {
    it.each<[PresetId, string, string]>([
      ['L24H', '2026-11-21T09:38:00.123Z', '2026-11-20T09:38:00.123Z'],
      ['L7D', '2026-11-21T09:38:00.123Z', '2026-11-14T09:38:00.123Z'],
      ['L30D', '2026-11-21T09:38:00.123Z', '2026-10-22T09:38:00.123Z'],
      ['LM', '2026-11-21T09:38:00.123Z', '2026-08-21T09:38:00.123Z'],
      ['L6M', '2026-11-21T09:38:00.123Z', '2026-05-21T09:38:00.123Z'],
      ['L12M', '2026-11-21T09:38:00.123Z', '2025-11-21T09:38:00.123Z'],
      // 31 May in Bangkok while it is the 30th in UTC: February has no 31st.
      ['LM', '2026-05-30T18:00:00.000Z', '2026-02-27T18:00:00.000Z'],
      // A leap year's last day of February.
      ['L12M', '2028-02-29T05:00:00.000Z', '2027-02-28T05:00:00.000Z'],
      // Over the clock changes of other zones.
      ['L7D', '2026-03-10T03:30:00.000Z', '2026-03-03T03:30:00.000Z'],
      ['L30D', '2026-11-05T06:30:00.000Z', '2026-10-06T06:30:00.000Z'],
      ['L6M', '2026-01-15T20:00:00.000Z', '2025-07-15T20:00:00.000Z'],
    ])('%s at %s begins at %s', (id, now, start) => {
      vi.stubEnv('TZ', zone);
      expect(presetRange(id, at(now))).toEqual({ start, end: now });
    });

    it('a choice of days is the same', () => {
      vi.stubEnv('TZ', zone);
      const draft = chooseDay(chooseDay(EMPTY_DRAFT, '2026-03-08', rules), '2026-11-01', rules);
      expect(toRange(draft)).toEqual({ start: '2026-03-07T17:00:00.000Z', end: '2026-11-01T16:30:00.000Z' });
    });

    it('weeks begin on Monday, and no day occurs twice', () => {
      vi.stubEnv('TZ', zone);
      const weeks = buildWeeks('2026-11-21');
      expect(weeks[0]).toEqual([
        '2026-10-26',
        '2026-10-27',
        '2026-10-28',
        '2026-10-29',
        '2026-10-30',
        '2026-10-31',
        '2026-11-01',
      ]);
      expect(new Set(weeks.flat()).size).toBe(42);
    });
  },
);
