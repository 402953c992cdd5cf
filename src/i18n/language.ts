import { useSyncExternalStore } from 'react';
import { catalogues } from 'virtual:languages';
import { setTexts } from '../../schemas/texts/translate.ts';

/** The language that code and schemas are written in. */
const SOURCE = 'en';
/** Longer texts with accents, by which those that are cut off, or in no catalogue, are found. */
const PSEUDO = 'en-XA';

const STORAGE_KEY = 'language';

/** Languages there is a catalogue for, by their codes; a further one is one more file. */
export const LANGUAGES = [SOURCE, ...Object.keys(catalogues)];

/** What a language calls itself: `ไทย`. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

const isKnown = (code: string): boolean => LANGUAGES.includes(code) || code === PSEUDO;

/** The first language of the browser's that there are texts for. */
const fromBrowser = (): string =>
  navigator.languages.map((code) => code.split('-')[0] ?? '').find(isKnown) ?? SOURCE;

const listeners = new Set<() => void>();
let shown = SOURCE;
let asked = 0;
let hasChanged = false;

/** The language of this page. */
export const language = (): string => shown;

/** Compares two names as the language of this page sorts them. */
export const compareNames = (one: string, other: string): number => one.localeCompare(other, shown);

/** Whether another language was chosen since the page was loaded. */
export const isLanguageChanged = (): boolean => hasChanged;

async function textsOf(code: string): Promise<((english: string) => string | undefined) | undefined> {
  if (code === PSEUDO) return (await import('./pseudo.ts')).pseudo;
  const catalogue = await catalogues[code]?.();
  const texts = new Map(Object.entries(catalogue ?? {}));
  return catalogue && ((english) => texts.get(english));
}

async function show(code: string): Promise<void> {
  const mine = ++asked;
  const texts = await textsOf(code);
  // Another one was asked for meanwhile.
  if (mine !== asked) return;
  setTexts(texts, () => code);
  shown = code;
  document.documentElement.lang = code;
  for (const listener of listeners) listener();
}

/**
 * Fetches the texts of the language that was chosen in this browser, else of the browser's own. To be called before
 * anything is drawn; English needs none, and is what there is where they cannot be had.
 */
export async function loadLanguage(): Promise<void> {
  const kept = localStorage.getItem(STORAGE_KEY) ?? '';
  const code = isKnown(kept) ? kept : fromBrowser();
  if (code !== SOURCE) await show(code).catch(() => undefined);
}

/** Shows another language and keeps it in this browser. What is drawn by code that was loaded before stays as it is. */
export async function chooseLanguage(code: string): Promise<void> {
  localStorage.setItem(STORAGE_KEY, code);
  // Code that was loaded by now has taken its texts up.
  hasChanged = true;
  await show(code);
}

/** Takes over the language of the person's profile: the page in front of them is drawn anew, others at their next load. */
export function followLanguage(chosen: string): void {
  if (chosen === 'browser') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, chosen);
  const code = chosen === 'browser' ? fromBrowser() : chosen;
  if (code !== shown && isKnown(code) && document.visibilityState === 'visible') location.reload();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The language, for what is drawn anew when it changes. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, language);
