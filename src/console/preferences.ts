import type { Access } from '../authProvider/access.ts';
import { chooseLocale, hasLocaleChoice } from '../i18n/locale.ts';
import { chooseMode, hasModeChoice } from '../theme/mode.ts';

/** Language and theme of the person's profile, in a browser where nothing else was chosen. */
export const followPreferences = ({ language, theme }: Access['user']): void => {
  if (language && !hasLocaleChoice()) chooseLocale(language);
  if (theme && !hasModeChoice()) chooseMode(theme);
};
