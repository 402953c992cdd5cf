import type { FieldModel } from '../../../../schemas/model/types.ts';
import { fromWallTime, toWallTime } from '../../../../schemas/model/zonedTime.ts';
import type { Day } from '../../dates/days.ts';
import { zoneOf } from '../../clock.ts';
import type { ListRecord } from '../../fieldKit/types.ts';

/** The day on which the field's clock stands at a moment. */
export const todayOf = (field: FieldModel, now: Date): Day =>
  toWallTime(now.toISOString(), zoneOf(field)).slice(0, 10);

/** When on its day something is, `09:30`, or nothing for what has a day alone; undefined where it is nowhere. */
export function calendarPlaceOf(
  field: FieldModel,
  record: ListRecord,
): { day: Day; time: string } | undefined {
  const value = record[field.name];
  if (typeof value !== 'string') return undefined;
  if (field.type === 'date') return { day: value.slice(0, 10), time: '' };
  const [day, time] = toWallTime(value, zoneOf(field)).split('T');
  return day && time ? { day, time } : undefined;
}

/** Records by the day on which they fall, in the order in which they come. */
export function byDay(field: FieldModel, records: readonly ListRecord[]): Map<Day, ListRecord[]> {
  const days = new Map<Day, ListRecord[]>();
  for (const record of records) {
    const day = calendarPlaceOf(field, record)?.day;
    if (day === undefined) continue;
    const fallen = days.get(day);
    if (fallen) fallen.push(record);
    else days.set(day, [record]);
  }
  return days;
}

/** A list's filter, narrowed to what falls on some days; a narrower one of its own stays. */
export function withinDays(
  filter: Record<string, unknown>,
  field: FieldModel,
  first: Day,
  last: Day,
): Record<string, unknown> {
  const zone = zoneOf(field);
  const at = (day: Day, time: string): string =>
    field.type === 'date' ? day : (fromWallTime(`${day}T${time}`, zone) ?? day);
  const [from, to] = [`${field.name}.gte`, `${field.name}.lte`];
  const own = (name: string): string[] => [filter[name] ?? []].flat().map(String);
  return {
    ...filter,
    [from]: [...own(from), at(first, '00:00:00.000')].toSorted().at(-1),
    [to]: [...own(to), at(last, '23:59:59.999')].toSorted().at(0),
  };
}
