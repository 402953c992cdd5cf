import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { dayAfterKey } from './dayKeys.ts';
import { type Day, spokenDay } from './days.ts';
import { t } from '../../../schemas/texts/translate.ts';

const WEEKDAYS = [t('Mo'), t('Tu'), t('We'), t('Th'), t('Fr'), t('Sa'), t('Su')];

interface DayGridProps extends Pick<ComponentProps<'div'>, 'className' | 'aria-labelledby'> {
  weeks: Day[][];
  today: Day;
  /** The tab stop of the grid; its month is shown. */
  active: Day;
  /** A day of the shown month, where it is not that of `active`. */
  month?: Day;
  isChosen: (day: Day) => boolean;
  isBetween?: (day: Day) => boolean;
  isDisabled?: (day: Day) => boolean;
  /** Text after the day in its accessible name. */
  describeDay?: (day: Day) => string;
  /** Focuses the active day on mount. */
  autoFocus?: boolean;
  /** Called when a key moves to another day. */
  onActive: (day: Day) => void;
  onChoose: (day: Day) => void;
  /** Renders a day. */
  children: (day: Day) => ReactNode;
}

/** A grid of days. Arrow keys move by days and weeks, Page keys by months; Enter and Space choose. */
export const DayGrid = (props: DayGridProps) => {
  const {
    weeks,
    today,
    active,
    month = active,
    isChosen,
    isBetween,
    isDisabled,
    describeDay,
    children,
  } = props;
  const { onActive, onChoose, autoFocus = false, ...aria } = props;
  const grid = useRef<HTMLDivElement>(null);
  const shouldFocus = useRef(autoFocus);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayAfterKey(event.key, active);
    if (next === undefined) return;
    event.preventDefault();
    shouldFocus.current = true;
    onActive(next);
  };
  return (
    <div ref={grid} role="grid" className={aria.className} aria-labelledby={aria['aria-labelledby']}>
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
                aria-label={spokenDay(day) + (describeDay?.(day) ?? '')}
                aria-current={day === today ? 'date' : undefined}
                aria-disabled={isDisabled?.(day)}
                tabIndex={day === active ? 0 : -1}
                onClick={() => onChoose(day)}
                onKeyDown={onKeyDown}
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
