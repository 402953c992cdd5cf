import type { I18nProvider } from 'react-admin';
import { language, LANGUAGES, languageName } from './language.ts';

let texts: I18nProvider | undefined;
let loading: Promise<unknown> | undefined;

/** Fetches react-admin's texts, for parts that show some: the generated list screens show none. */
export const loadTexts = (): Promise<unknown> => {
  loading ??= import('./texts.ts').then(
    ({ createTexts }) => {
      texts = createTexts();
    },
    (error: unknown) => {
      // Another attempt may succeed.
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

/** Wraps the loading of code that uses react-admin's texts, so that both are loaded. */
export const withTexts =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const [code] = await Promise.all([load(), loadTexts()]);
    return code;
  };

/**
 * React-admin's texts, replaced by the product's where it has some, in the language of the page: `%{name}` is
 * interpolated, `one |||| many` chosen by `smart_count`. A text that is not a key is returned unchanged; so is every text
 * until `loadTexts` has resolved.
 */
export const createI18nProvider = (): I18nProvider => ({
  translate: (key, options: { _?: string } = {}) => texts?.translate(key, options) ?? options._ ?? key,
  changeLocale: () => loadTexts().then(() => undefined),
  getLocale: language,
  getLocales: () => LANGUAGES.map((locale) => ({ locale, name: languageName(locale) })),
});
