import { afterEach, expect, test } from 'vitest';
import { setYears, type Years } from '../../i18n/years.ts';
import { momentText, workspaceTime } from '../clock.ts';
import { dayText as cellText } from '../fields/date/index.tsx';
import { formatDate } from '../format.ts';
import { relativeText } from '../fields/relative-time/index.tsx';
import { dayText, monthText, spokenDay } from './days.ts';

afterEach(() => setYears('common'));

test.each<[Years, string]>([
  ['common', '2026'],
  ['buddhist', '2569'],
])('in the %s era every date has the year %s', (years, year) => {
  setYears(years);
  const at = '2026-11-27T05:00:00.000Z';
  expect(dayText('2026-11-27')).toBe(`27 Nov ${year}`);
  expect(cellText('2026-11-27')).toBe(`27 Nov ${year}`);
  expect(monthText('2026-11-27')).toBe(`November ${year}`);
  expect(spokenDay('2026-11-27')).toBe(`Friday, 27 November ${year}`);
  expect(momentText(new Date(at), '+07:00')).toBe(`27 Nov ${year} 12 : 00`);
  expect(workspaceTime(at)).toBe(`27 Nov ${year} 12 : 00 UTC+7:00`);
  expect(relativeText(new Date(at), '+07:00', Date.parse('2028-01-01T00:00:00Z'))).toBe(`27 Nov ${year}`);
});

test('a year begins on its clock’s 1 January, and a leap day is the common era’s', () => {
  setYears('buddhist');
  const midnight = Date.parse('2026-12-31T17:00:00.000Z');
  expect(formatDate(new Date(midnight - 1), '+07:00')).toBe('31 Dec 2569');
  expect(formatDate(new Date(midnight), '+07:00')).toBe('01 Jan 2570');
  expect(dayText('2024-02-29')).toBe('29 Feb 2567');
});
