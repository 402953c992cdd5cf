import { useSyncExternalStore } from 'react';
import type { ColorScheme } from './tokens.ts';

/** The user's preference; `system` follows the device. */
export type ColorSchemePreference = ColorScheme | 'system';

/** Stored in browsers under this name. */
const STORAGE_KEY = 'mode';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const isPreference = (value: unknown): value is ColorSchemePreference =>
  ['light', 'dark', 'system'].includes(value as string);

/** The preference saved in this browser. */
export const readColorSchemePreference = (): ColorSchemePreference => {
  const saved = localStorage.getItem(STORAGE_KEY);
  return isPreference(saved) ? saved : 'system';
};

const resolveColorScheme = (): ColorScheme => {
  const preference = readColorSchemePreference();
  if (preference !== 'system') return preference;
  return system.matches ? 'dark' : 'light';
};

const apply = (): void => {
  document.documentElement.dataset['mode'] = resolveColorScheme();
  for (const listener of listeners) listener();
};

export const setColorScheme = (preference: ColorSchemePreference): void => {
  localStorage.setItem(STORAGE_KEY, preference);
  apply();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The color scheme in use; follows the device or the preference, also when another tab changes it. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, resolveColorScheme);
export const useColorSchemePreference = (): ColorSchemePreference =>
  useSyncExternalStore(subscribe, readColorSchemePreference);

/** Sets the color scheme on the root element and keeps it up to date; called once, before the first render. */
export const initColorScheme = (): void => {
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    // Without a key all of the storage was cleared.
    if (key === STORAGE_KEY || key === null) apply();
  });
};
