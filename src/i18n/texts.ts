import { type I18nProvider, mergeTranslations } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { t } from '../../schemas/texts/translate.ts';
import { language, LANGUAGES, languageName } from './language.ts';
import { messages } from './messages.ts';

/** Texts by the parts of their keys. */
interface Texts {
  [part: string]: string | Texts;
}

/** React-admin's texts in the language of the page: the catalogues know them by their English, as every text. */
const translated = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([part, text]) => [
      part,
      typeof text === 'string' ? t(text) : translated(text),
    ]),
  );

/** Texts of react-admin with the product's own in their place. */
export const createTexts = (): I18nProvider =>
  polyglotI18nProvider(
    () => mergeTranslations(translated(english as unknown as Texts), messages),
    language(),
    LANGUAGES.map((locale) => ({ locale, name: languageName(locale) })),
    { allowMissing: true },
  );
