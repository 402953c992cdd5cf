import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { DayGrid } from '../../dates/DayGrid.tsx';
import { type Day, monthText, plusMonths, timeText } from '../../dates/days.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { countLabel } from '../../entityLabels.ts';
import type { ConsoleEntity } from '../../product.ts';
import { toDayAndTime } from './monthModel.ts';
import { findStateField, findStateTone } from './stateTone.ts';
import { Dot, dotStyle } from '../../fields/shared/Badge.tsx';
import { t } from '../../../../schemas/texts/translate.ts';
import { useYears } from '../../../i18n/years.ts';
import { TEXT } from '../../../theme/text.ts';

/** Records shown per day; up to two get two lines each, for time and name. */
const MAX_RECORDS_PER_DAY = 3;
const MAX_TWO_LINE_RECORDS_PER_DAY = 2;

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  padding: '8px var(--edge)',
  flexWrap: 'wrap',
  '& h2': { margin: '0 24px 0 0', fontSize: 14, lineHeight: '32px', fontWeight: 600 },
  '& ul': {
    ...{ flex: 1, display: 'flex', flexWrap: 'wrap', gap: '0 16px', listStyle: 'none' },
    ...{ margin: 0, padding: 0, ...TEXT.caption, color: 'var(--ink-2)' },
    // The dot has the colour.
    '& *': { color: 'inherit' },
  },
  [theme.breakpoints.down('sm')]: {
    '& h2': { flex: 1, marginRight: 0 },
    '& ul': { flex: '1 0 100%', order: 1 },
  },
}));
const Grid = styled(DayGrid)(({ theme }) => ({
  padding: '0 var(--edge) 16px',
  '& [role=row]': { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' },
  '& [role=columnheader]': {
    padding: '0 8px',
    fontSize: 12,
    lineHeight: '24px',
    color: 'var(--ink-2)',
  },
  '& [role=gridcell]': {
    border: '1px solid var(--line)',
    margin: '0 -1px -1px 0',
    '&[aria-selected=true]': { background: 'var(--accent-soft)' },
  },
  '& button': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    width: '100%',
    height: 104,
    padding: '4px 8px',
    border: 0,
    background: 'none',
    font: 'inherit',
    fontSize: 12,
    lineHeight: '20px',
    textAlign: 'left',
    color: 'var(--ink)',
    cursor: 'pointer',
    overflow: 'hidden',
    fontVariantNumeric: 'tabular-nums',
  },
  '& button:hover': { background: 'var(--hover)' },
  '& button:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
  '& [data-other] .number, & .dots[data-past] .time': { color: 'var(--ink-3)' },
  '& .number[data-past], & .dots[data-past] .name': { color: 'var(--ink-2)' },
  '& [role=gridcell][data-other]:not([aria-selected=true])': { background: 'var(--sunken)' },
  '& [data-today] .number': {
    alignSelf: 'flex-start',
    margin: '0 -6px',
    padding: '0 6px',
    borderRadius: 10,
    background: 'var(--accent)',
    color: 'var(--on-accent)',
    fontWeight: 600,
  },
  '& .fallen': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .fallen > i': {
    display: 'inline-block',
    width: 6,
    height: 6,
    marginRight: 6,
    borderRadius: '50%',
    verticalAlign: 'middle',
  },
  // The name below the time may wrap.
  '& [data-lines="2"] .fallen': { whiteSpace: 'normal' },
  '& [data-lines="2"] .name': {
    display: 'block',
    paddingLeft: 12,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: '18px',
  },
  // A single record's name may have two lines.
  '& [data-lines="2"] .fallen:only-child .name': {
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    whiteSpace: 'normal',
  },
  '& .time': { color: 'var(--ink-2)' },
  '& .more': { color: 'var(--ink-2)' },
  // On phones records are only dots.
  [theme.breakpoints.down('sm')]: {
    padding: '0 var(--edge) 12px',
    '& button': { height: 48, padding: '4px 2px', alignItems: 'center', position: 'relative' },
    '& [role=columnheader]': { padding: 0, textAlign: 'center' },
    '& [data-today] .number': { alignSelf: 'center' },
    '& .dots': { display: 'flex', gap: 2, height: 12, alignItems: 'center' },
    // Only the dot: without a line of text it would be below the visible part.
    '& .fallen': { display: 'flex', width: 6, height: 6 },
    '& .fallen > i': { margin: 0, flex: 'none' },
    '& .fallen > span, & [data-lines="2"] .fallen:nth-of-type(n) > .name, & .more': { display: 'none' },
  },
}));

interface MonthGridProps {
  model: ConsoleEntity;
  field: FieldModel;
  weeks: Day[][];
  day: Day;
  today: Day;
  days: Map<Day, ListRecord[]>;
  open: (day: Day) => void;
}

/** Six weeks of days with their records, with a calendar's keyboard navigation. */
export const MonthGrid = ({ model, field, weeks, day, today, days, open }: MonthGridProps) => {
  const id = useId();
  useYears();
  const findRecords = (one: Day): ListRecord[] => days.get(one) ?? [];
  return (
    <>
      <Head>
        <h2 id={id} aria-live="polite">
          {monthText(day)}
        </h2>
        <Legend {...{ model, days }} />
        <Button size="small" color="inherit" disabled={day === today} onClick={() => open(today)}>
          {t('Today')}
        </Button>
        <IconButton size="small" aria-label={t('Previous month')} onClick={() => open(plusMonths(day, -1))}>
          <ChevronLeft fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t('Next month')} onClick={() => open(plusMonths(day, 1))}>
          <ChevronRight fontSize="small" />
        </IconButton>
      </Head>
      <Grid
        aria-labelledby={id}
        {...{ weeks, today }}
        active={day}
        isChosen={(one) => one === day}
        describeDay={(one) =>
          findRecords(one).length > 0 ? `, ${countLabel(model, findRecords(one).length)}` : ''
        }
        onActive={open}
        onChoose={open}
      >
        {(one) => (
          <>
            <span className="number" data-past={one < today || undefined}>
              {Number(one.slice(8))}
            </span>
            <span
              className="dots"
              data-past={one < today || undefined}
              style={{ minWidth: 0 }}
              data-lines={findRecords(one).length > MAX_TWO_LINE_RECORDS_PER_DAY ? 1 : 2}
            >
              {findRecords(one)
                .slice(0, MAX_RECORDS_PER_DAY)
                .map((record) => (
                  <DayRecord key={record.id} {...{ model, field, record }} />
                ))}
            </span>
            {findRecords(one).length > MAX_RECORDS_PER_DAY && (
              <span className="more">
                {t('%{count} more', { count: findRecords(one).length - MAX_RECORDS_PER_DAY })}
              </span>
            )}
          </>
        )}
      </Grid>
    </>
  );
};

/** Legend of the dots: the states of the month's records, in schema order. */
const Legend = ({ model, days }: Pick<MonthGridProps, 'model' | 'days'>) => {
  const field = findStateField(model);
  const states = new Set([...days.values()].flat().map((record) => record[field?.name ?? '']));
  return (
    <ul aria-label={field?.title}>
      {field?.choices
        ?.filter(({ value }) => states.has(value))
        .map(({ value, label, tone }) => (
          <li key={String(value)}>
            <Dot tone={tone}>{label}</Dot>
          </li>
        ))}
    </ul>
  );
};

const DayRecord = ({
  model,
  field,
  record,
}: Pick<MonthGridProps, 'model' | 'field'> & { record: ListRecord }) => {
  const time = toDayAndTime(field, record)?.time;
  return (
    <div className="fallen">
      <i style={dotStyle(findStateTone(model, record))} />
      {time && <span className="time">{timeText(time)} </span>}
      <span className="name">{recordTitle(model, record)}</span>
    </div>
  );
};
