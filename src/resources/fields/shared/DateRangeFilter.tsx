import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { subDays, subMonths } from 'date-fns';
import { DateInput } from '../../dates/DateInput.tsx';
import { parseTypedDay, formatTypedDay } from '../../dates/typedDates.ts';
import type { FilterProps } from '../../fieldKit/types.ts';
import { toDay } from '../../format.ts';
import { t } from '../../../../schemas/texts/translate.ts';

interface DateRangeFilterProps extends FilterProps {
  /** Time zone of the days; the workspace's by default. */
  zone?: string;
  /** Encodes a day (`2026-11-21`) for the query; a range's end may be encoded differently from its start. */
  encode?: (day: string, end: 'gte' | 'lte') => string;
  decode?: (stored: string) => string;
  /** For tests. */
  now?: () => Date;
}

type Day = (now: Date) => Date;

const PRESETS: { label: string; from: Day; to?: Day }[] = [
  { label: t('Today'), from: (now) => now },
  { label: t('Yesterday'), from: (now) => subDays(now, 1), to: (now) => subDays(now, 1) },
  { label: t('Last 7 days'), from: (now) => subDays(now, 6) },
  { label: t('Last 30 days'), from: (now) => subDays(now, 29) },
  { label: t('Last 3 months'), from: (now) => subMonths(now, 3) },
  { label: t('Last 12 months'), from: (now) => subMonths(now, 12) },
];

const identity = (text: string): string => text;

/** Filters by a range of days, open at one end or not: a preset, or typed or chosen days. */
export const DateRangeFilter = (props: DateRangeFilterProps) => {
  const {
    field,
    value,
    onChange,
    zone,
    encode = identity,
    decode = identity,
    now = () => new Date(),
  } = props;
  const [from, setFrom] = useState(value.gte?.[0] ? formatTypedDay(decode(value.gte[0])) : '');
  const [to, setTo] = useState(value.lte?.[0] ? formatTypedDay(decode(value.lte[0])) : '');
  const [first, last] = [parseTypedDay(from), parseTypedDay(to)];
  const error =
    (from !== '' && first === undefined) || (to !== '' && last === undefined)
      ? t('A day is DD/MM/YYYY')
      : first && last && last < first
        ? t('The end is before the start')
        : undefined;
  const apply = (start: string | undefined, end: string | undefined): void =>
    onChange({
      ...(start && { gte: [encode(start, 'gte')] }),
      ...(end && { lte: [encode(end, 'lte')] }),
    });
  const ends = [
    { name: 'From', text: from, set: setFrom },
    { name: 'To', text: to, set: setTo },
  ];
  return (
    <Stack
      component="form"
      spacing={1.5}
      sx={{ width: 320, maxWidth: '100%' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!error) apply(first, last);
      }}
    >
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(2, 1fr)', gap: 4 }}>
        {PRESETS.map((preset) => (
          <Button
            key={preset.label}
            size="small"
            color="inherit"
            sx={{ justifyContent: 'flex-start' }}
            onClick={() => {
              const at = now();
              apply(toDay(preset.from(at), zone), toDay(preset.to?.(at) ?? at, zone));
            }}
          >
            {preset.label}
          </Button>
        ))}
      </div>
      <div style={{ display: 'flex', gap: 8 }}>
        {ends.map(({ name, text, set }) => (
          <label key={name} style={{ flex: 1, fontSize: 13, fontWeight: 500 }}>
            {name}
            <DateInput
              title={`${field.title}, ${name.toLowerCase()}`}
              text={text}
              onText={set}
              zone={zone}
              now={now}
              error={error !== undefined}
              aria={{ 'aria-label': name }}
            />
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" style={{ margin: 0, fontSize: 12, color: 'var(--danger)' }}>
          {error}
        </p>
      )}
      <Button type="submit" variant="contained" sx={{ alignSelf: 'flex-end' }}>
        {t('Apply')}
      </Button>
    </Stack>
  );
};
