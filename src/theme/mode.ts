import { useSyncExternalStore } from 'react';
import type { Mode } from './tokens.ts';

/** What the person chose; `system` follows the device. */
export type ModeChoice = Mode | 'system';

const STORAGE_KEY = 'mode';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const isChoice = (value: unknown): value is ModeChoice =>
  ['light', 'dark', 'system'].includes(value as string);

/** The choice kept in this browser. */
export const modeChoice = (): ModeChoice => {
  const kept = localStorage.getItem(STORAGE_KEY);
  return isChoice(kept) ? kept : 'system';
};

const mode = (): Mode => {
  const choice = modeChoice();
  if (choice !== 'system') return choice;
  return system.matches ? 'dark' : 'light';
};

const apply = (): void => {
  document.documentElement.dataset['mode'] = mode();
  for (const listener of listeners) listener();
};

export const chooseMode = (choice: ModeChoice): void => {
  localStorage.setItem(STORAGE_KEY, choice);
  apply();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The mode in force, following the device or the choice, also when it is made in another tab. */
export const useMode = (): Mode => useSyncExternalStore(subscribe, mode);
export const useModeChoice = (): ModeChoice => useSyncExternalStore(subscribe, modeChoice);

/** Puts the mode on the root element and keeps it right; to be called once, before anything is drawn. */
export const initThemeMode = (): void => {
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    // Without a key all of the storage was cleared.
    if (key === STORAGE_KEY || key === null) apply();
  });
};
