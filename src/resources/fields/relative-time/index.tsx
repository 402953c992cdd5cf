import { dateTimeText } from '../date-time/index.tsx';
import { formatDate, parseTime, toDay, zoneOf } from '../shared/format.ts';
import { None } from '../shared/parts.tsx';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const DAY = 86_400_000;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `just now`, `2 min ago`, `in 3 h`, `Yesterday`, `18 Nov`, `09 May 2024`: days are those of the zone, `now` is milliseconds. */
export const relativeText = (time: Date, zone?: string, now = Date.now()): string => {
  const past = now - time.getTime();
  const minutes = Math.trunc(Math.abs(past) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 24 * 60) {
    const amount = minutes < 60 ? `${minutes} min` : `${Math.trunc(minutes / 60)} h`;
    return past > 0 ? `${amount} ago` : `in ${amount}`;
  }
  const today = toDay(new Date(now), zone);
  const day = toDay(time, zone);
  const days = (Date.parse(day) - Date.parse(today)) / DAY;
  if (Math.abs(days) === 1) {
    const word = relative.format(days, 'day');
    return word.slice(0, 1).toUpperCase() + word.slice(1);
  }
  const date = formatDate(time, zone);
  return day.slice(0, 4) === today.slice(0, 4) ? date.slice(0, 'DD MMM'.length) : date;
};

const RelativeCell = ({ field, value }: CellProps) => {
  const time = parseTime(value);
  if (!time) return <None />;
  return (
    <time dateTime={time.toISOString()} title={dateTimeText(value, zoneOf(field))}>
      {relativeText(time, zoneOf(field))}
    </time>
  );
};

export const relativeTime: FieldTypeDefinition = {
  name: 'relative-time',
  // Only where `display` asks for it.
  tester: () => -1,
  Cell: RelativeCell,
  operators: [],
  toText: (value, field) => dateTimeText(value, zoneOf(field)),
};
