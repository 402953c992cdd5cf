import type { Store } from 'react-admin';
import type { Access } from '../authProvider/access.ts';
import { peekFirst } from './firstData.ts';
import { type ListPreferences, preferencesKey } from '../resources/list/useListPreferences.ts';
import { screenAt } from '../resources/paths.ts';
import { product } from '../resources/product.ts';
import { followLanguage } from '../i18n/language.ts';
import { setYears } from '../i18n/years.ts';
import { setColorScheme } from '../theme/colorScheme.ts';

/** What this browser followed last, and whose it was. */
const STORAGE_KEY = 'preferences';
type Followed = Pick<Access['user'], 'theme' | 'language'> & { id?: string };

const followed = (): Followed => {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Followed;
  } catch {
    return {};
  }
};

/**
 * How lists are liked is kept in this browser too: whoever signs in where somebody else was does not begin with theirs.
 * To be called before `followPreferences`.
 */
export const forgetOthers = ({ id }: Access['user'], store: Pick<Store, 'removeItems'>): void => {
  const last = followed();
  if (last.id !== undefined && last.id !== id) store.removeItems(preferencesKey(''));
};

/**
 * How the workspace counts years, and theme and language of the person's profile. These two are taken over when somebody
 * else signs in here, and when the profile says something new: what the person chooses in this browser meanwhile stays, and
 * stays theirs.
 */
export const followPreferences = ({ id, theme, language, years }: Access['user']): void => {
  setYears(years);
  const last = followed();
  const isOther = last.id !== id || language !== last.language;
  const isNew = (theme ?? 'system') !== (last.theme ?? 'system');
  if (last.id !== id || isNew) setColorScheme(theme ?? 'system');
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ id, theme, language } satisfies Followed));
  if (isOther && language) followLanguage(language);
};

/**
 * How the person likes the list that the page opens with, as the services know it and have filled the page by: put
 * where the list looks for it, so that it asks for what the page brought.
 */
export const keepFirstPreference = (store: Pick<Store, 'setItem'>): void => {
  const model = screenAt(product.entities, location.pathname)?.model;
  if (!model) return;
  const brought = peekFirst(`/api/v1/${model.path}/views`) as { preference?: ListPreferences } | undefined;
  const preference = brought?.preference ?? {};
  if (Object.keys(preference).length > 0) store.setItem(preferencesKey(model.name), preference);
};
