import { type Day, plusDays, plusMonths, weekEnd, weekStart } from './days.ts';

/** Arrow keys move by days and weeks, Page keys by months. */
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

/** The day that a key moves to in a grid of days; undefined for other keys. */
export const dayAfterKey = (key: string, day: Day): Day | undefined => STEPS[key]?.(day);
