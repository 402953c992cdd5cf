import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type Time, timeText } from './days.ts';
import { isTimeDisabled, type RangeDraft, type RangeRules, HALF_HOURS } from './rangeModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const List = styled('div')({
  width: 96,
  maxHeight: 276,
  overflowY: 'auto',
  padding: 8,
  boxSizing: 'border-box',
  borderLeft: '1px solid var(--line)',
  '& button': {
    display: 'block',
    width: '100%',
    height: 30,
    padding: '0 8px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    font: 'inherit',
    fontSize: 13,
    textAlign: 'left',
    color: 'var(--ink)',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
  },
  '& button:hover': { backgroundColor: 'var(--hover)' },
  '& button[aria-selected=true]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    fontWeight: 500,
  },
  '& button[aria-disabled=true]': { color: 'var(--ink-3)', opacity: 0.6, cursor: 'default' },
  '& button:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
});

interface TimeListProps {
  draft: RangeDraft;
  rules: RangeRules;
  onChoose: (time: Time) => void;
}

/** The half hours of a day, for the current step. */
export const TimeList = ({ draft, rules, onChoose }: TimeListProps) => {
  const list = useRef<HTMLDivElement>(null);
  const chosen = draft[draft.step]?.time;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen, draft.step]);
  // Without a chosen half hour the first one is the tab stop.
  const tabStop = chosen !== undefined && HALF_HOURS.includes(chosen) ? chosen : HALF_HOURS[0];
  return (
    <List
      ref={list}
      role="listbox"
      aria-label={draft.step === 'start' ? t('Start time') : t('End time')}
      onKeyDown={moveFocus}
    >
      {HALF_HOURS.map((time) => (
        <button
          key={time}
          type="button"
          role="option"
          aria-selected={time === chosen}
          aria-disabled={isTimeDisabled(draft, time, rules)}
          tabIndex={time === tabStop ? 0 : -1}
          onClick={() => onChoose(time)}
        >
          {timeText(time)}
        </button>
      ))}
    </List>
  );
};

/** Moves the focus by arrow keys, Home and End. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const times = [...event.currentTarget.querySelectorAll('button')];
  const at = times.findIndex((one) => one === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: times.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  times[Math.max(0, Math.min(times.length - 1, next))]?.focus();
};
