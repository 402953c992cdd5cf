import { dayText } from '../date/index.tsx';
import { timeWithZone } from '../date-time/index.tsx';
import { formatTime, parseTime, toDay } from '../../format.ts';
import { zoneOf } from '../../clock.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { CellProps, FieldTypeDefinition, FieldValue } from '../../fieldKit/types.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { language } from '../../../i18n/language.ts';
import { useYears } from '../../../i18n/years.ts';

const DAY_MS = 86_400_000;
const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });

/**
 * `just now`, `2 min ago`, `in 3 h`, `Yesterday`, `18 Nov`, `09 May 2024`; a future day with its time, `01 Dec 10 : 00`.
 * Days are those of the zone.
 */
export const relativeText = (time: Date, zone?: string, now = Date.now()): string => {
  const past = now - time.getTime();
  const minutes = Math.trunc(Math.abs(past) / 60_000);
  if (minutes < 1) return t('just now');
  if (minutes < 24 * 60) {
    const amount =
      minutes < 60 ? t('%{minutes} min', { minutes }) : t('%{hours} h', { hours: Math.trunc(minutes / 60) });
    return past > 0 ? t('%{amount} ago', { amount }) : t('in %{amount}', { amount });
  }
  const day = relativeDay(toDay(time, zone), toDay(new Date(now), zone));
  return past > 0 ? day : `${day} ${formatTime(time, zone)}`;
};

/** `Today`, `Yesterday`, `18 Nov`, `09 May 2024`. */
const relativeDay = (day: string, today = toDay(new Date())): string => {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (Math.abs(days) <= 1) {
    const word = relative.format(days, 'day');
    return word.slice(0, 1).toUpperCase() + word.slice(1);
  }
  const date = dayText(day);
  return day.slice(0, 4) === today.slice(0, 4) ? date.slice(0, -' YYYY'.length) : date;
};

const fullText = (value: FieldValue, field: FieldModel): string =>
  field.type === 'date' ? dayText(value) : timeWithZone(value, zoneOf(field));

const RelativeCell = ({ field, value }: CellProps) => {
  useYears();
  const time = parseTime(value);
  if (!time) return <NoValue />;
  const stated = String(value);
  return (
    <time dateTime={stated} title={fullText(value, field)}>
      {field.type === 'date' ? relativeDay(stated) : relativeText(time, zoneOf(field))}
    </time>
  );
};

export const relativeTime: FieldTypeDefinition = {
  name: 'relative-time',
  // Only by `display`.
  tester: () => -1,
  Cell: RelativeCell,
  operators: [],
  toText: fullText,
};
