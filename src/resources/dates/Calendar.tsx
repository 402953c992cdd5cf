import { WORKSPACE_ZONE } from '../../../schemas/model/zonedTime.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { DayGrid } from './DayGrid.tsx';
import { type Day, monthText, plusMonths, toZonedTime, buildWeeks } from './days.ts';
import { isDayDisabled, type RangeDraft, type RangeRules } from './rangeModel.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Month = styled('div')({
  padding: 12,
  '& header': { display: 'flex', alignItems: 'center', marginBottom: 4 },
  '& h3': { flex: 1, margin: 0, ...TEXT.small, fontWeight: 600, textAlign: 'center' },
});

const Grid = styled(DayGrid)({
  '& [role=row]': { display: 'grid', gridTemplateColumns: 'repeat(7, 36px)', marginBottom: 2 },
  '& [role=columnheader]': {
    lineHeight: '28px',
    fontSize: 12,
    textAlign: 'center',
    color: 'var(--ink-2)',
  },
  '& button': {
    width: 36,
    height: 32,
    padding: 0,
    border: 0,
    borderRadius: 6,
    background: 'none',
    font: 'inherit',
    fontSize: 13,
    color: 'var(--ink)',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
  },
  '& button:hover': { backgroundColor: 'var(--hover)' },
  '& [data-between]': { backgroundColor: 'var(--accent-soft)' },
  '& [data-other] button': { color: 'var(--ink-2)' },
  '& [aria-selected=true] button': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    fontWeight: 600,
  },
  '& [data-today] button': { boxShadow: 'inset 0 0 0 1px var(--line)' },
  '& button[aria-disabled=true]': { color: 'var(--ink-3)', opacity: 0.6, cursor: 'default' },
  '& button:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 1 },
});

interface CalendarProps {
  draft: RangeDraft;
  rules: RangeRules;
  onChoose: (day: Day) => void;
}

/** A month whose days can be chosen. */
export const Calendar = ({ draft, rules, onChoose }: CalendarProps) => {
  const today = toZonedTime(rules.now, rules.zone ?? WORKSPACE_ZONE).day;
  const [active, setActive] = useState(draft[draft.step]?.day ?? draft.start?.day ?? today);
  const [month, setMonth] = useState(active);
  const id = useId();
  const showDay = (day: Day): void => {
    setActive(day);
    setMonth(day);
  };
  const { start, end } = draft;
  return (
    <Month>
      <header>
        <IconButton
          size="small"
          aria-label={t('Previous month')}
          onClick={() => showDay(plusMonths(month, -1))}
        >
          <ChevronLeft fontSize="small" />
        </IconButton>
        <h3 id={id} aria-live="polite">
          {monthText(month)}
        </h3>
        <IconButton size="small" aria-label={t('Next month')} onClick={() => showDay(plusMonths(month, 1))}>
          <ChevronRight fontSize="small" />
        </IconButton>
      </header>
      <Grid
        aria-labelledby={id}
        weeks={buildWeeks(month)}
        {...{ today, active, month }}
        isChosen={(day) => day === start?.day || day === end?.day}
        isBetween={(day) => start !== undefined && end !== undefined && day > start.day && day < end.day}
        isDisabled={(day) => isDayDisabled(day, rules)}
        autoFocus
        onActive={showDay}
        onChoose={(day) => {
          showDay(day);
          onChoose(day);
        }}
      >
        {(day) => Number(day.slice(8))}
      </Grid>
    </Month>
  );
};
