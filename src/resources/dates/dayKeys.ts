import { type Day, plusDays, plusMonths, weekEnd, weekStart } from './days.ts';

/** The day that a key leads to from another: arrows through days and weeks, Page keys through months. */
const STEPS: Record<string, (day: Day) => Day> = {
  ArrowLeft: (day) => plusDays(day, -1),
  ArrowRight: (day) => plusDays(day, 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  Home: weekStart,
  End: weekEnd,
  PageUp: (day) => plusMonths(day, -1),
  PageDown: (day) => plusMonths(day, 1),
};

/** Where a key leads in a grid of days; undefined for one that leads nowhere. */
export const dayAfterKey = (key: string, day: Day): Day | undefined => STEPS[key]?.(day);
