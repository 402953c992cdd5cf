import { expect, test } from 'vitest';
import { readDay, readWallTime, typedDay, typedWallTime } from './typedDates.ts';

test.each([
  ['21/11/2026', '2026-11-21'],
  ['1/2/2026', '2026-02-01'],
  ['21.11.2026', '2026-11-21'],
  ['21112026', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['๒๑/๑๑/๒๐๒๖', '2026-11-21'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', undefined],
  ['11/21/2026', undefined],
  ['21/11', undefined],
  ['21/11/26', undefined],
  ['21/11/2026 09:05', undefined],
  ['soon', undefined],
  ['', undefined],
])('the day %j is %j', (text, day) => expect(readDay(text)).toBe(day));

test.each([
  ['21/11/2026 09:05', '2026-11-21T09:05'],
  ['21/11/2026 9 : 05', '2026-11-21T09:05'],
  ['211120260905', '2026-11-21T09:05'],
  ['2026-11-21T09:05', '2026-11-21T09:05'],
  ['21/11/2026', undefined],
  ['21/11/2026 24:00', undefined],
  ['21/11/2026 09:5', undefined],
])('the moment %j is %j', (text, wall) => expect(readWallTime(text)).toBe(wall));

test('what is read is written as people read it', () => {
  expect(typedDay('2026-11-21')).toBe('21/11/2026');
  expect(typedWallTime('2026-11-21T09:05')).toBe('21/11/2026 09:05');
});
