import { useSyncExternalStore } from 'react';

/** How years are counted: the setting of the workspace (`years` of `schemas/workspace.schema.json`). */
export type Years = 'common' | 'buddhist';

/** Years that the Buddhist era is ahead. */
const AHEAD = 543;
/**
 * Years of the common era that people speak of: those of one era are none of the other, and others that were typed are
 * taken as they are.
 */
const SPOKEN_OF = [1900, 2099] as const;

const listeners = new Set<() => void>();
let years: Years = 'common';

const current = (): Years => years;

/** Takes over the setting; what shows dates by `useYears` is drawn anew. */
export const setYears = (chosen: Years | null | undefined): void => {
  const before = years;
  years = chosen ?? 'common';
  if (years !== before) for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How years are counted, for what is drawn anew when that changes. */
export const useYears = (): Years => useSyncExternalStore(subscribe, current);

/**
 * A year of the common era, `2026`, as people here read it: `2569` in the Buddhist era.
 * @param counted for what is kept and made anew as the setting changes
 */
export const shownYear = (year: string, counted: Years = years): string =>
  counted === 'buddhist' ? String(Number(year) + AHEAD) : year;

const isSpokenOf = (year: number): boolean => year >= SPOKEN_OF[0] && year <= SPOKEN_OF[1];

/** The year of the common era that somebody typed: one that is plainly of the other era than the setting's counts by that. */
export const readYear = (typed: string): string => {
  const year = Number(typed);
  if (isSpokenOf(year)) return typed;
  const isAhead = years === 'buddhist' || isSpokenOf(year - AHEAD);
  return isAhead ? String(year - AHEAD).padStart(4, '0') : typed;
};
