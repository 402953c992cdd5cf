import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { dayAfterKey } from './dayKeys.ts';
import { type Day, spokenDay } from './days.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Over the columns of a month. */
const WEEKDAYS = [t('Mo'), t('Tu'), t('We'), t('Th'), t('Fr'), t('Sa'), t('Su')];

interface DayGridProps extends Pick<ComponentProps<'div'>, 'className' | 'aria-labelledby'> {
  weeks: Day[][];
  today: Day;
  /** The one that the Tab key leads to; its month is shown. */
  active: Day;
  /** A day of the month that is shown, where that is another one. */
  month?: Day;
  isChosen: (day: Day) => boolean;
  isBetween?: (day: Day) => boolean;
  isDisabled?: (day: Day) => boolean;
  /** Said after the day, of what falls on it. */
  about?: (day: Day) => string;
  /** The active day has the focus from the beginning. */
  focusFirst?: boolean;
  /** Keys walk to a day. */
  onWalk: (day: Day) => void;
  onChoose: (day: Day) => void;
  /** What a day shows. */
  children: (day: Day) => ReactNode;
}

/** Weeks of days. Arrow keys walk through days and weeks, Page keys through months; Enter and Space choose. */
export const DayGrid = (props: DayGridProps) => {
  const { weeks, today, active, month = active, isChosen, isBetween, isDisabled, about, children } = props;
  const { onWalk, onChoose, focusFirst = false, ...own } = props;
  const grid = useRef<HTMLDivElement>(null);
  const walked = useRef(focusFirst);
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const walk = (event: KeyboardEvent): void => {
    const next = dayAfterKey(event.key, active);
    if (next === undefined) return;
    event.preventDefault();
    walked.current = true;
    onWalk(next);
  };
  return (
    <div ref={grid} role="grid" className={own.className} aria-labelledby={own['aria-labelledby']}>
      <div role="row">
        {WEEKDAYS.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row">
          {week.map((day) => (
            <div
              key={day}
              role="gridcell"
              aria-selected={isChosen(day)}
              data-between={isBetween?.(day) || undefined}
              data-other={day.slice(0, 7) !== month.slice(0, 7) || undefined}
              data-today={day === today || undefined}
            >
              <button
                type="button"
                aria-label={spokenDay(day) + (about?.(day) ?? '')}
                aria-current={day === today ? 'date' : undefined}
                aria-disabled={isDisabled?.(day)}
                tabIndex={day === active ? 0 : -1}
                onClick={() => onChoose(day)}
                onKeyDown={walk}
              >
                {children(day)}
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};
