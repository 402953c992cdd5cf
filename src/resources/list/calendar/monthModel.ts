import type { FieldModel } from '../../../../schemas/model/types.ts';
import { fromWallTime, toWallTime } from '../../../../schemas/model/zonedTime.ts';
import type { Day } from '../../dates/days.ts';
import { zoneOf } from '../../clock.ts';
import type { ListRecord } from '../../fieldKit/types.ts';

/** Today in the field's time zone. */
export const computeToday = (field: FieldModel, now: Date): Day =>
  toWallTime(now.toISOString(), zoneOf(field)).slice(0, 10);

/** A record's day and time (`09:30`, empty for dates); undefined without a value. */
export function toDayAndTime(field: FieldModel, record: ListRecord): { day: Day; time: string } | undefined {
  const value = record[field.name];
  if (typeof value !== 'string') return undefined;
  if (field.type === 'date') return { day: value.slice(0, 10), time: '' };
  const [day, time] = toWallTime(value, zoneOf(field)).split('T');
  return day && time ? { day, time } : undefined;
}

/** Groups records by day, keeping their order. */
export function groupByDay(field: FieldModel, records: readonly ListRecord[]): Map<Day, ListRecord[]> {
  const days = new Map<Day, ListRecord[]>();
  for (const record of records) {
    const day = toDayAndTime(field, record)?.day;
    if (day === undefined) continue;
    const records = days.get(day);
    if (records) records.push(record);
    else days.set(day, [record]);
  }
  return days;
}

/** Limits a list's filter to a range of days; narrower bounds of its own stay. */
export function limitFilterToDays(
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
