import { expect, test } from 'vitest';
import { fromWallTime, toWallTime, zoneLabel } from './zonedTime.ts';

test.each(['+07:00', 'Asia/Bangkok', 'UTC+7:00'])('shows and takes times of %s', (zone) => {
  expect(toWallTime('2026-11-21T18:30:00.000Z', zone)).toBe('2026-11-22T01:30');
  expect(fromWallTime('2026-11-22T01:30', zone)).toBe('2026-11-21T18:30:00.000Z');
  expect(zoneLabel(zone)).toBe('UTC+7:00');
});

test('follows summer time', () => {
  expect(fromWallTime('2026-07-01T12:00', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z');
  expect(fromWallTime('2026-12-01T12:00', 'Europe/Berlin')).toBe('2026-12-01T11:00:00.000Z');
});

test('what is no time gives nothing', () => {
  expect(toWallTime(undefined, '+07:00')).toBe('');
  expect(fromWallTime('', '+07:00')).toBeUndefined();
});
