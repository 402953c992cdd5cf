import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef, useState } from 'react';
import { dayAfterKey } from './dayKeys.ts';
import { type Day, monthText, plusMonths, spokenDay, wallTimeOf, weeksOf } from './days.ts';
import { isDayDisabled, type RangeDraft, type RangeRules, ZONE } from './rangeModel.ts';

/** Over the columns of a month. */
export const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

const Month = styled('div')({
  padding: 12,
  '& header': { display: 'flex', alignItems: 'center', marginBottom: 4 },
  '& h3': { flex: 1, margin: 0, fontSize: 13, lineHeight: '20px', fontWeight: 600, textAlign: 'center' },
});

const Grid = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    '& [role=row]': { display: 'grid', gridTemplateColumns: 'repeat(7, 36px)', marginBottom: 2 },
    '& [role=columnheader]': {
      lineHeight: '28px',
      fontSize: 12,
      textAlign: 'center',
      color: palette.text.secondary,
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
      color: palette.text.primary,
      cursor: 'pointer',
      fontVariantNumeric: 'tabular-nums',
    },
    '& button:hover': { backgroundColor: palette.action.hover },
    '& [data-between]': { backgroundColor: palette.action.selected },
    '& [data-other] button': { color: palette.text.secondary },
    '& [aria-selected=true] button': {
      backgroundColor: palette.primary.main,
      color: palette.primary.contrastText,
      fontWeight: 600,
    },
    '& [data-today] button': { boxShadow: `inset 0 0 0 1px ${palette.divider}` },
    '& button[aria-disabled=true]': { color: palette.text.disabled, opacity: 0.6, cursor: 'default' },
    '& button:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 },
  };
});

interface CalendarProps {
  draft: RangeDraft;
  rules: RangeRules;
  onChoose: (day: Day) => void;
}

/** A month of days. Arrow keys walk through days and weeks, Page keys through months; Enter and Space choose. */
export const Calendar = ({ draft, rules, onChoose }: CalendarProps) => {
  const today = wallTimeOf(rules.now, rules.zone ?? ZONE).day;
  const [active, setActive] = useState(draft[draft.step]?.day ?? draft.start?.day ?? today);
  const [month, setMonth] = useState(active);
  const grid = useRef<HTMLDivElement>(null);
  const walked = useRef(true);
  const id = useId();
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const show = (day: Day, focus: boolean): void => {
    walked.current = focus;
    setActive(day);
    setMonth(day);
  };
  const { start, end } = draft;
  return (
    <Month>
      <header>
        <IconButton
          size="small"
          aria-label="Previous month"
          onClick={() => show(plusMonths(month, -1), false)}
        >
          <ChevronLeft fontSize="small" />
        </IconButton>
        <h3 id={id} aria-live="polite">
          {monthText(month)}
        </h3>
        <IconButton size="small" aria-label="Next month" onClick={() => show(plusMonths(month, 1), false)}>
          <ChevronRight fontSize="small" />
        </IconButton>
      </header>
      <Grid
        ref={grid}
        role="grid"
        aria-labelledby={id}
        onKeyDown={(event) => {
          const next = dayAfterKey(event.key, active);
          if (next === undefined) return;
          event.preventDefault();
          show(next, true);
        }}
      >
        <div role="row">
          {WEEKDAYS.map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row">
            {week.map((day) => (
              <span
                key={day}
                role="gridcell"
                aria-selected={day === start?.day || day === end?.day}
                data-between={(start && end && day > start.day && day < end.day) || undefined}
                data-other={day.slice(0, 7) !== month.slice(0, 7) || undefined}
                data-today={day === today || undefined}
              >
                <button
                  type="button"
                  aria-label={spokenDay(day)}
                  aria-current={day === today ? 'date' : undefined}
                  aria-disabled={isDayDisabled(day, rules)}
                  tabIndex={day === active ? 0 : -1}
                  onClick={() => {
                    show(day, true);
                    onChoose(day);
                  }}
                >
                  {Number(day.slice(8))}
                </button>
              </span>
            ))}
          </div>
        ))}
      </Grid>
    </Month>
  );
};
