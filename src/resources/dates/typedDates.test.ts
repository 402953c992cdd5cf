import { afterEach, expect, test } from 'vitest';
import { setYears, type Years } from '../../i18n/years.ts';
import { parseTypedDay, parseTypedTime, formatTypedDay, formatTypedTime } from './typedDates.ts';

afterEach(() => setYears('common'));

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
])('the day %j is %j', (text, day) => expect(parseTypedDay(text)).toBe(day));

test.each([
  ['21/11/2026 09:05', '2026-11-21T09:05'],
  ['21/11/2026 9 : 05', '2026-11-21T09:05'],
  ['211120260905', '2026-11-21T09:05'],
  ['2026-11-21T09:05', '2026-11-21T09:05'],
  ['21/11/2026', undefined],
  ['21/11/2026 24:00', undefined],
  ['21/11/2026 09:5', undefined],
])('the moment %j is %j', (text, wall) => expect(parseTypedTime(text)).toBe(wall));

test('formats days and times as they are typed', () => {
  expect(formatTypedDay('2026-11-21')).toBe('21/11/2026');
  expect(formatTypedTime('2026-11-21T09:05')).toBe('21/11/2026 09:05');
});

test.each<[string, Years, string | undefined]>([
  ['01/02/2569', 'buddhist', '2026-02-01'],
  ['๐๑/๐๒/๒๕๖๙', 'buddhist', '2026-02-01'],
  ['2569-02-01', 'buddhist', '2026-02-01'],
  ['01022569', 'buddhist', '2026-02-01'],
  // Leap years are those of the common era.
  ['29/02/2567', 'buddhist', '2024-02-29'],
  ['29/02/2568', 'buddhist', undefined],
  ['31/12/2569', 'buddhist', '2026-12-31'],
  ['01/01/2570', 'buddhist', '2027-01-01'],
  // Obviously of the other era.
  ['01/02/2026', 'buddhist', '2026-02-01'],
  ['29/02/2024', 'buddhist', '2024-02-29'],
  ['01/02/2569', 'common', '2026-02-01'],
  ['29/02/2567', 'common', '2024-02-29'],
  ['31/12/2569', 'common', '2026-12-31'],
  // Ambiguous: of the era of the setting.
  ['01/01/3043', 'common', '3043-01-01'],
  ['01/01/3043', 'buddhist', '2500-01-01'],
  ['01/01/0100', 'buddhist', undefined],
])('the day %s in the %s era is %s', (text, years, day) => {
  setYears(years);
  expect(parseTypedDay(text)).toBe(day);
});

test.each(['1850-01-01', '1957-07-31', '2024-02-29', '2026-12-31', '2027-01-01', '2149-12-31', '2500-01-01'])(
  'in the Buddhist era %s is parsed as it is formatted',
  (day) => {
    setYears('buddhist');
    expect(formatTypedDay(day)).toBe(`${day.slice(8)}/${day.slice(5, 7)}/${Number(day.slice(0, 4)) + 543}`);
    expect(parseTypedDay(formatTypedDay(day))).toBe(day);
    expect(parseTypedTime(formatTypedTime(`${day}T23:30`))).toBe(`${day}T23:30`);
  },
);
