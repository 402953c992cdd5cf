import type { Access } from '../authProvider/access.ts';
import { chooseLocale, forgetLocale } from '../i18n/locale.ts';
import { chooseMode } from '../theme/mode.ts';

/** What this browser followed last, and whose it was. */
const STORAGE_KEY = 'preferences';
type Followed = Pick<Access['user'], 'language' | 'theme'> & { id?: string };

const followed = (): Followed => {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Followed;
  } catch {
    return {};
  }
};

/**
 * Language and theme of the person's profile: taken over when somebody else signs in here, and when the profile says
 * something new. What the person chooses in this browser meanwhile stays, and stays theirs.
 */
export const followPreferences = ({ id, language, theme }: Access['user']): void => {
  const last = followed();
  const isOther = last.id !== id;
  if (isOther || theme !== last.theme) chooseMode(theme ?? 'system');
  if (isOther || language !== last.language) {
    if (language) chooseLocale(language);
    else forgetLocale();
  }
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ id, language, theme } satisfies Followed));
};
