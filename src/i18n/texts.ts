import { type I18nProvider, mergeTranslations } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { t } from '../../schemas/texts/translate.ts';
import { language, LANGUAGES, languageName } from './language.ts';
import { messages } from './messages.ts';

/** Texts by the segments of their keys. */
interface Texts {
  [part: string]: string | Texts;
}

/** React-admin's texts in the language of the page: the catalogues have them by their English text, as all others. */
const translateTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([part, text]) => [
      part,
      typeof text === 'string' ? t(text) : translateTexts(text),
    ]),
  );

/** React-admin's texts, replaced by the product's where it has some. */
export const createTexts = (): I18nProvider =>
  polyglotI18nProvider(
    () => mergeTranslations(translateTexts(english as unknown as Texts), messages),
    language(),
    LANGUAGES.map((locale) => ({ locale, name: languageName(locale) })),
    { allowMissing: true },
  );
