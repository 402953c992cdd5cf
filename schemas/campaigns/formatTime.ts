import { toWallTime, WORKSPACE_ZONE } from '../model/zonedTime.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as people read it, on the clock of UTC+7: "24 Nov 2026 09 : 00". @param at ISO 8601 */
export function formatTime(at: string): string {
  const [day = '', clock = ''] = toWallTime(at, WORKSPACE_ZONE).split('T');
  const [year, month, date] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]} ${year} ${clock.replace(':', ' : ')}`;
}
