import { message, t } from '../texts/translate.ts';
import { toWallTime, WORKSPACE_ZONE } from '../model/zonedTime.ts';

const MONTHS = [
  message('Jan'),
  message('Feb'),
  message('Mar'),
  message('Apr'),
  message('May'),
  message('Jun'),
  message('Jul'),
  message('Aug'),
  message('Sep'),
  message('Oct'),
  message('Nov'),
  message('Dec'),
];

/** The parts of a time (UTC+7) in the reader's language. @param at ISO 8601 */
export function timeParts(at: string): { day: string; year: string; clock: string } {
  const [date = '', clock = ''] = toWallTime(at, WORKSPACE_ZONE).split('T');
  const [year = '', month, day] = date.split('-');
  const name = t(MONTHS[Number(month) - 1] ?? '');
  return { day: `${day} ${name}`, year, clock: clock.replace(':', ' : ') };
}

/** Formats a time: "24 Nov 2026 09 : 00". @param at ISO 8601 */
export function formatTime(at: string): string {
  const { day, year, clock } = timeParts(at);
  return `${day} ${year} ${clock}`;
}
