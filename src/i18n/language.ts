import { useSyncExternalStore } from 'react';
import { catalogues } from 'virtual:languages';
import { setTexts } from '../../schemas/texts/translate.ts';

/** The language of the code and the schemas. */
const SOURCE_LANGUAGE = 'en';
/** Pseudo-language: longer texts with accents, which reveal texts that are cut off or untranslated. */
const PSEUDO_LANGUAGE = 'en-XA';

const STORAGE_KEY = 'language';

/** Codes of the languages with a catalogue; a further one is one more file. */
export const LANGUAGES = [SOURCE_LANGUAGE, ...Object.keys(catalogues)];

/** A language's name in itself: `ไทย`. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

const isSupported = (code: string): boolean => LANGUAGES.includes(code) || code === PSEUDO_LANGUAGE;

/** The browser's first language that has texts. */
const findBrowserLanguage = (): string =>
  navigator.languages.map((code) => code.split('-')[0] ?? '').find(isSupported) ?? SOURCE_LANGUAGE;

const listeners = new Set<() => void>();
let current = SOURCE_LANGUAGE;
let latestRequest = 0;
let hasChanged = false;

/** The language of this page. */
export const language = (): string => current;

/** Compares two names as the language of this page sorts them. */
export const compareNames = (one: string, other: string): number => one.localeCompare(other, current);

/** Whether another language was chosen since the page was loaded. */
export const isLanguageChanged = (): boolean => hasChanged;

async function loadTextsOf(code: string): Promise<((english: string) => string | undefined) | undefined> {
  if (code === PSEUDO_LANGUAGE) return (await import('./pseudo.ts')).pseudo;
  const catalogue = await catalogues[code]?.();
  const texts = new Map(Object.entries(catalogue ?? {}));
  return catalogue && ((english) => texts.get(english));
}

async function show(code: string): Promise<void> {
  const request = ++latestRequest;
  const texts = await loadTextsOf(code);
  // Another language was requested meanwhile.
  if (request !== latestRequest) return;
  setTexts(texts, () => code);
  current = code;
  document.documentElement.lang = code;
  for (const listener of listeners) listener();
}

/**
 * Loads the texts of the language that was chosen in this browser, else of the browser's own. Call it before the first
 * render; English needs no texts, and is used when they cannot be fetched.
 */
export async function loadLanguage(): Promise<void> {
  const stored = localStorage.getItem(STORAGE_KEY) ?? '';
  const code = isSupported(stored) ? stored : findBrowserLanguage();
  if (code !== SOURCE_LANGUAGE) await show(code).catch(() => undefined);
}

/** Changes the language and stores it in this browser. Code that is already loaded keeps its texts. */
export async function chooseLanguage(code: string): Promise<void> {
  localStorage.setItem(STORAGE_KEY, code);
  // Loaded code has already read its texts.
  hasChanged = true;
  await show(code);
}

/** Applies the language of the person's profile: a visible page is reloaded, others change at their next load. */
export function applyProfileLanguage(chosen: string): void {
  if (chosen === 'browser') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, chosen);
  const code = chosen === 'browser' ? findBrowserLanguage() : chosen;
  if (code !== current && isSupported(code) && document.visibilityState === 'visible') location.reload();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The language, re-rendering when it changes. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, language);
