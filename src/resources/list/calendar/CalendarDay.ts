import { createContext, useContext } from 'react';
import type { Day } from '../../dates/days.ts';

const CalendarDayContext = createContext<Day | undefined>(undefined);

export const CalendarDayProvider = CalendarDayContext.Provider;

/** The selected day of the surrounding calendar, for panels below it (`list.calendar.day`). */
export function useCalendarDay(): Day {
  const day = useContext(CalendarDayContext);
  if (day === undefined) throw new Error('There is no calendar around.');
  return day;
}
