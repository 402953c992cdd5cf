import { useSyncExternalStore } from 'react';

/** The era in which years are displayed: a setting of the workspace (`years` of `schemas/workspace.schema.json`). */
export type Years = 'common' | 'buddhist';

/** Difference between the Buddhist and the common era, in years. */
const BUDDHIST_ERA_OFFSET = 543;
/** Years of the common era that people may mean. The ranges of both eras do not overlap; other typed years are not converted. */
const PLAUSIBLE_YEARS = [1900, 2099] as const;

const listeners = new Set<() => void>();
let years: Years = 'common';

const current = (): Years => years;

/** Applies the workspace's setting; components with `useYears` are rendered again. */
export const setYears = (chosen: Years | null | undefined): void => {
  const previous = years;
  years = chosen ?? 'common';
  if (years !== previous) for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The era in which years are displayed, re-rendering when it changes. */
export const useYears = (): Years => useSyncExternalStore(subscribe, current);

/**
 * Formats a year of the common era, `2026`, in the workspace's era: `2569` in the Buddhist era.
 * @param era pass it where the result is memoized, so that it depends on the setting
 */
export const formatYear = (year: string, era: Years = years): string =>
  era === 'buddhist' ? String(Number(year) + BUDDHIST_ERA_OFFSET) : year;

const isPlausible = (year: number): boolean => year >= PLAUSIBLE_YEARS[0] && year <= PLAUSIBLE_YEARS[1];

/** Converts a typed year to the common era; a year that is plausible in only one era is of that era, whatever the setting. */
export const parseTypedYear = (typed: string): string => {
  const year = Number(typed);
  if (isPlausible(year)) return typed;
  const isBuddhist = years === 'buddhist' || isPlausible(year - BUDDHIST_ERA_OFFSET);
  return isBuddhist ? String(year - BUDDHIST_ERA_OFFSET).padStart(4, '0') : typed;
};
