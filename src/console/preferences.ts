import type { Store } from 'react-admin';
import type { Access } from '../authProvider/access.ts';
import { peekEmbedded } from './embeddedResponses.ts';
import { type ListPreferences, preferencesKey } from '../resources/list/useListPreferences.ts';
import { screenAt } from '../resources/paths.ts';
import { product } from '../resources/product.ts';
import { applyProfileLanguage } from '../i18n/language.ts';
import { setYears } from '../i18n/years.ts';
import { setColorScheme } from '../theme/colorScheme.ts';

/** Preferences of the profile that this browser applied last, and of whom. */
const STORAGE_KEY = 'preferences';
type AppliedPreferences = Pick<Access['user'], 'theme' | 'language'> & { id?: string };

const readApplied = (): AppliedPreferences => {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as AppliedPreferences;
  } catch {
    return {};
  }
};

/**
 * Removes the list preferences that another person left in this browser. Call it before preferences are applied.
 */
export const removeOthersPreferences = ({ id }: Access['user'], store: Pick<Store, 'removeItems'>): void => {
  const last = readApplied();
  if (last.id !== undefined && last.id !== id) store.removeItems(preferencesKey(''));
};

/**
 * Applies the workspace's era of years, and theme and language of the person's profile. The latter two are applied when
 * another person signs in, and when the profile changes: what the person chooses in this browser meanwhile remains.
 */
export const applyPreferences = ({ id, theme, language, years }: Access['user']): void => {
  setYears(years);
  const last = readApplied();
  const isOther = last.id !== id || language !== last.language;
  const isNew = (theme ?? 'system') !== (last.theme ?? 'system');
  if (last.id !== id || isNew) setColorScheme(theme ?? 'system');
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ id, theme, language } satisfies AppliedPreferences));
  if (isOther && language) applyProfileLanguage(language);
};

/**
 * Stores the person's preferences of the page's list, which the services have embedded and used for the embedded rows, so
 * that the list requests those same rows.
 */
export const storeEmbeddedPreference = (store: Pick<Store, 'setItem'>): void => {
  const model = screenAt(product.entities, location.pathname)?.model;
  if (!model) return;
  const embedded = peekEmbedded(`/api/v1/${model.path}/views`) as
    { preference?: ListPreferences } | undefined;
  const preference = embedded?.preference ?? {};
  if (Object.keys(preference).length > 0) store.setItem(preferencesKey(model.name), preference);
};
