import { dateTimeText } from '../date-time/index.tsx';
import { parseTime, zoneOf } from '../shared/format.ts';
import { None } from '../shared/parts.tsx';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 hours ago`, `tomorrow`, `now`; `now` is milliseconds. */
export const relativeText = (time: Date, now = Date.now()): string => {
  const seconds = Math.round((time.getTime() - now) / 1000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'now';
};

const RelativeCell = ({ field, value }: CellProps) => {
  const time = parseTime(value);
  if (!time) return <None />;
  return (
    <time dateTime={time.toISOString()} title={dateTimeText(value, zoneOf(field))}>
      {relativeText(time)}
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
