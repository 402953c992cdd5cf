import { describe, expect, it, test, vi } from 'vitest';
import {
  previousRangeText,
  changeText,
  type DashboardFilter,
  isIntervalAllowed,
  intervalOf,
  rangeAt,
  previousRange,
  readFilter,
  DEFAULT_FILTER,
  defaultInterval,
  writeFilter,
} from './filterModel.ts';

const start = '2026-11-01T00:00:00.000Z';
const range = (hours: number) => ({
  start,
  end: new Date(Date.parse(start) + hours * 3_600_000).toISOString(),
});

describe('the address', () => {
  it.each<[string, Partial<DashboardFilter>, string]>([
    ['the usual filter', {}, ''],
    ['a preset', { span: 'L30D' }, 'range=L30D'],
    ['today', { span: 'TODAY' }, 'range=TODAY'],
    [
      'channels and an interval',
      { channels: ['a', 'b'], interval: 'week' },
      'interval=week&channel=a&channel=b',
    ],
    ['some sources', { sources: ['BOT', 'AGENT'] }, 'source=BOT&source=AGENT'],
    ['no source', { sources: [] }, 'source=none'],
    [
      'a range',
      { span: { start, end: '2026-11-02T00:00:00.000Z' } },
      'start=2026-11-01T00%3A00%3A00.000Z&end=2026-11-02T00%3A00%3A00.000Z',
    ],
  ])('says %s, and is read again', (_, part, query) => {
    const filter = { ...DEFAULT_FILTER, ...part };
    expect(writeFilter(filter).toString()).toBe(query);
    expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  });

  it('keeps other parameters', () => {
    expect(writeFilter(DEFAULT_FILTER, new URLSearchParams('unit=x&range=L7D')).toString()).toBe('unit=x');
  });

  it.each([
    'range=FOREVER',
    'start=soon&end=later',
    'start=2026-11-02T00:00:00Z&end=2026-11-01T00:00:00Z',
    'interval=second',
    'channel=',
  ])('%s is passed over', (query) => expect(readFilter(new URLSearchParams(query))).toEqual(DEFAULT_FILTER));
});

test.each([
  [1, 'hour'],
  [48, 'hour'],
  [48.1, 'day'],
  [92 * 24, 'day'],
  [93 * 24, 'week'],
  [184 * 24, 'week'],
  [365 * 24, 'month'],
] as const)('%d hours are drawn per %s', (hours, interval) =>
  expect(defaultInterval(range(hours))).toBe(interval),
);

it('an interval is allowed only where the services have few enough points', () => {
  expect(isIntervalAllowed(range(399), 'hour')).toBe(true);
  expect(isIntervalAllowed(range(400), 'hour')).toBe(false);
  expect(intervalOf({ ...DEFAULT_FILTER, interval: 'hour' }, range(30 * 24))).toBe('day');
  expect(intervalOf({ ...DEFAULT_FILTER, interval: 'week' }, range(30 * 24))).toBe('week');
});

it('the previous range is as long and ends where this one begins', () => {
  expect(previousRange({ start, end: '2026-11-03T12:00:00.000Z' })).toEqual({
    start: '2026-10-29T12:00:00.000Z',
    end: start,
  });
});

describe.each(['UTC', 'America/New_York', 'Asia/Bangkok'])('in a browser in %s', (zone) => {
  it('today begins at midnight in UTC+7', () => {
    vi.stubEnv('TZ', zone);
    expect(rangeAt('TODAY', new Date('2026-12-31T18:30:00Z'))).toEqual({
      start: '2026-12-31T17:00:00.000Z',
      end: '2026-12-31T18:30:00.000Z',
    });
  });
});

test.each([
  [118.2, 100, '+18.2%'],
  [96.6, 100, '−3.4%'],
  [100, 100, '0%'],
  [5, 0, undefined],
  [0, 0, undefined],
  [0, 5, '−100%'],
  [5000, 4, '+124,900%'],
])('%d after %d is %s', (now, before, text) => expect(changeText(now, before)).toBe(text));

it('the previous range is named as people chose it', () => {
  expect(previousRangeText('L30D')).toBe('the 30 days before');
  expect(previousRangeText(range(5))).toBe('the time before');
});
