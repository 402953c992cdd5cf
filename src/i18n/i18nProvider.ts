import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { messages } from './messages.ts';

type Messages = { [key: string]: string | Messages };

const merge = (base: Messages, over: Messages): Messages => {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = typeof value === 'object' && typeof below === 'object' ? merge(below, value) : value;
  }
  return merged;
};

/** React-admin's English with the product's own texts in their place. A text that is no key is shown as it is. */
export const createI18nProvider = (): I18nProvider =>
  polyglotI18nProvider(
    () => merge(english as Messages, messages) as typeof english,
    'en',
    [{ locale: 'en', name: 'English' }],
    {
      allowMissing: true,
    },
  );
