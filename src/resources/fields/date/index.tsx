import { formatDay } from '../../format.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { DateRangeFilter } from '../shared/filters.ts';
import { rangeText } from '../shared/rangeText.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';
import { useYears } from '../../../i18n/years.ts';

/** Formats a date; other values as plain text. */
export const dayText = (value: FieldValue): string => {
  const [day] = (typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])-\d{2}/.exec(value)) || [];
  return day === undefined ? plainText(value) : formatDay(day);
};

const DateCell = ({ value }: CellProps) => {
  useYears();
  const shown = dayText(value);
  return shown === '' ? <NoValue /> : <time dateTime={plainText(value)}>{shown}</time>;
};

export const date: FieldTypeDefinition = {
  name: 'date',
  tester: matchType('date'),
  Cell: DateCell,
  Filter: DateRangeFilter,
  FilterLabel: ({ value }) => <>{rangeText(dayText(value.gte?.[0]), dayText(value.lte?.[0]))}</>,
  editor: () => import('./editor.tsx'),
  readOnlyAsText: true,
  operators: ['gte', 'lte'],
  toText: dayText,
};
