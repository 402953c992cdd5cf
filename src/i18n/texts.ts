import { type I18nProvider, mergeTranslations } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { messages } from './messages.ts';

/** React-admin's English with the product's own texts in their place. */
export const createTexts = (): I18nProvider =>
  polyglotI18nProvider(
    () => mergeTranslations(english, messages),
    'en',
    [{ locale: 'en', name: 'English' }],
    {
      allowMissing: true,
    },
  );
