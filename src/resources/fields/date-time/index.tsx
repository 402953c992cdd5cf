import { formatDate, formatTime, parseTime, toDay } from '../../format.ts';
import { momentText, zoneOf } from '../../clock.ts';
import { fromWallTime, WORKSPACE_ZONE, zoneLabel } from '../../../../schemas/model/zonedTime.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { DateRangeFilter } from '../shared/filters.ts';
import { rangeText } from '../shared/rangeText.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue, FilterProps } from '../../fieldKit/types.ts';
import { useYears } from '../../../i18n/years.ts';

/** Formats a moment, by default in the workspace's zone; other values as plain text. */
export const dateTimeText = (value: FieldValue, zone?: string): string => {
  const time = parseTime(value);
  return time ? momentText(time, zone) : plainText(value);
};

/** The same with the zone's label. */
export const timeWithZone = (value: FieldValue, zone = WORKSPACE_ZONE): string =>
  `${dateTimeText(value, zone)} ${zoneLabel(zone)}`;

const DateTimeCell = ({ field, value }: CellProps) => {
  useYears();
  const time = parseTime(value);
  if (!time) return <NoValue />;
  const zone = zoneOf(field);
  return (
    <time
      dateTime={time.toISOString()}
      title={timeWithZone(value, zone)}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {/* The time does not wrap. */}
      {formatDate(time, zone)} <span style={{ whiteSpace: 'nowrap' }}>{formatTime(time, zone)}</span>
    </time>
  );
};

/** The first or last moment of a day in a zone, in UTC. */
const dayToMoment = (day: string, end: 'gte' | 'lte', zone: string): string =>
  fromWallTime(`${day}T${end === 'lte' ? '23:59:59.999' : '00:00:00.000'}`, zone) ?? day;
const momentToDay = (stored: string, zone: string): string => {
  const time = parseTime(stored);
  return time ? toDay(time, zone) : '';
};

const DateTimeFilter = (props: FilterProps) => {
  const zone = zoneOf(props.field);
  return (
    <DateRangeFilter
      {...props}
      zone={zone}
      encode={(day, end) => dayToMoment(day, end, zone)}
      decode={(stored) => momentToDay(stored, zone)}
    />
  );
};

const formatDay = (stored: string | undefined, zone: string): string => {
  const time = parseTime(stored);
  return time ? formatDate(time, zone) : (stored ?? '');
};

export const dateTime: FieldTypeDefinition = {
  name: 'date-time',
  tester: matchType('date-time'),
  Cell: DateTimeCell,
  Filter: DateTimeFilter,
  FilterLabel: ({ field, value }) => {
    const zone = zoneOf(field);
    return <>{rangeText(formatDay(value.gte?.[0], zone), formatDay(value.lte?.[0], zone))}</>;
  },
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: ['gte', 'lte'],
  toText: (value, field) => dateTimeText(value, zoneOf(field)),
};
