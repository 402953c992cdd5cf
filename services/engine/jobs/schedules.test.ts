import { expect, it } from 'vitest';
import { nextTime, type Schedule } from './schedules.ts';

it.each<[Schedule, string, string]>([
  [{ daily: '03:30' }, '2026-11-21T03:29:59.999Z', '2026-11-21T03:30:00.000Z'],
  [{ daily: '03:30' }, '2026-11-21T03:30:00.000Z', '2026-11-22T03:30:00.000Z'],
  [{ daily: '00:00' }, '2026-12-31T23:59:00.000Z', '2027-01-01T00:00:00.000Z'],
  [{ everyMinutes: 15 }, '2026-11-21T10:44:59.999Z', '2026-11-21T10:45:00.000Z'],
  [{ everyMinutes: 15 }, '2026-11-21T10:45:00.000Z', '2026-11-21T11:00:00.000Z'],
])('%j after %s is %s', (schedule, now, next) => {
  expect(nextTime(schedule, new Date(now)).toISOString()).toBe(next);
});

it.each<[Schedule, string]>([
  [{ daily: '3:30' }, '"3:30" is no time of the day such as 03:30'],
  [{ daily: '23:60' }, '"23:60" is no time of the day'],
  [{ everyMinutes: 0 }, '"0" minutes are too few'],
])('%j is refused', (schedule, message) => {
  expect(() => nextTime(schedule, new Date())).toThrow(message);
});
