/** The languages there are texts for. English is complete; Thai covers the username placeholder. */
export type Locale = 'en' | 'th';

/** The language that the browser asks for first, if there is one of ours. */
export const locale = (): Locale => (navigator.language.toLowerCase().startsWith('th') ? 'th' : 'en');

const PLACEHOLDERS: Partial<Record<Locale, Record<string, string>>> = {
  th: { 'login.username': 'ชื่อผู้ใช้' },
};

/** The placeholder of a sign-in field in the person's language, else the form's own. */
export const placeholder = (form: string, field: string, fallback?: string): string | undefined =>
  PLACEHOLDERS[locale()]?.[`${form}.${field}`] ?? fallback;
