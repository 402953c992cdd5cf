import { formatDate, formatTime, parseDay, parseTime, toDay } from '../shared/format.ts';
import { Muted, None } from '../shared/parts.tsx';
import { RangeFilter } from '../shared/filters.ts';
import { rangeText } from '../shared/rangeText.ts';
import { plainText } from '../text/index.tsx';
import { ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue, FilterProps } from '../types.ts';

/** A moment as people read it; what is none stays as it is. */
export const dateTimeText = (value: FieldValue): string => {
  const time = parseTime(value);
  return time ? `${formatDate(time)} ${formatTime(time)}` : plainText(value);
};

const DateTimeCell = ({ value }: CellProps) => {
  const time = parseTime(value);
  if (!time) return <None />;
  return (
    <time dateTime={time.toISOString()} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatDate(time)} <Muted>{formatTime(time)}</Muted>
    </time>
  );
};

/** The first or last moment of a local day, as the services compare it: in UTC. */
const encode = (day: string, end: 'gte' | 'lte'): string => {
  const start = parseDay(day);
  if (!start) return day;
  if (end === 'lte') start.setHours(23, 59, 59, 999);
  return start.toISOString();
};
const decode = (stored: string): string => {
  const time = parseTime(stored);
  return time ? toDay(time) : '';
};

const DateTimeFilter = (props: FilterProps) => (
  <RangeFilter {...props} type="date" labels={['From', 'To']} encode={encode} decode={decode} />
);

const dayOf = (stored: string | undefined): string => {
  const time = parseTime(stored);
  return time ? formatDate(time) : (stored ?? '');
};

export const dateTime: FieldTypeDefinition = {
  name: 'date-time',
  tester: ofType('date-time'),
  Cell: DateTimeCell,
  Filter: DateTimeFilter,
  FilterLabel: ({ value }) => <>{rangeText(dayOf(value.gte?.[0]), dayOf(value.lte?.[0]))}</>,
  operators: ['gte', 'lte'],
  toText: dateTimeText,
  toCsv: plainText,
};
