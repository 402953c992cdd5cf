import type { I18nProvider } from 'react-admin';
import { language, LANGUAGES, languageName } from './language.ts';

let texts: I18nProvider | undefined;
let loading: Promise<unknown> | undefined;

/** Fetches the texts behind keys, for parts that show some: the generated screens of a list show none. */
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

/** Code that may ask for texts, as react-admin's hooks do, with them. */
export const withTexts =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const [code] = await Promise.all([load(), loadTexts()]);
    return code;
  };

/**
 * React-admin's texts with the product's own in their place, in the language of the page: `%{name}` is filled in, `one |||| many` chosen by
 * `smart_count`. A text that is no key is shown as it is; so is every text before `loadTexts` has settled.
 */
export const createI18nProvider = (): I18nProvider => ({
  translate: (key, options: { _?: string } = {}) => texts?.translate(key, options) ?? options._ ?? key,
  changeLocale: () => loadTexts().then(() => undefined),
  getLocale: language,
  getLocales: () => LANGUAGES.map((locale) => ({ locale, name: languageName(locale) })),
});
