/** The languages there are texts for. English is complete; Thai covers the username placeholder. */
export type Locale = 'en' | 'th';

const STORAGE_KEY = 'locale';

/** The language that was chosen in this browser, else the one that it asks for first, if there is one of ours. */
export const locale = (): Locale => {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'en' || chosen === 'th') return chosen;
  return navigator.language.toLowerCase().startsWith('th') ? 'th' : 'en';
};

/** From now on what the browser asks for decides. */
export const forgetLocale = (): void => localStorage.removeItem(STORAGE_KEY);

export const chooseLocale = (choice: Locale): void => localStorage.setItem(STORAGE_KEY, choice);

const PLACEHOLDERS: Partial<Record<Locale, Record<string, string>>> = {
  th: { 'login.username': 'ชื่อผู้ใช้' },
};

/** The placeholder of a sign-in field in the person's language, else the form's own. */
export const placeholder = (form: string, field: string, fallback?: string): string | undefined =>
  PLACEHOLDERS[locale()]?.[`${form}.${field}`] ?? fallback;
