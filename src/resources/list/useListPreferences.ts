import { useCallback, useEffect, useRef } from 'react';
import { useDataProvider, useStore } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ColumnChoice } from '../columns.ts';
import type { ListAs } from './listState.ts';

/** A user's saved preferences of a list. */
export interface ListPreferences {
  columns?: ColumnChoice;
  perPage?: number;
  as?: ListAs;
  density?: 'compact';
  /** The default view. */
  opening?: { id: string; query: string };
}
const NONE: ListPreferences = {};

/** Lists whose preferences changed in this page, so that those from the services are outdated. */
const changed = new Set<string>();

/** Key in local storage. */
export const preferencesKey = (list: string, scope = ''): string => `list.${list}${scope && `.${scope}`}`;

/**
 * A user's preferences of a list, stored in the browser and synced through the services. `adopt` applies those from
 * the services.
 */
export const useListPreferences = (model: ConsoleEntity, scope: string) => {
  const key = preferencesKey(model.name, scope);
  const [storedPreferences, setStored] = useStore<ListPreferences>(key, NONE);
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const now = useRef(storedPreferences);
  useEffect(() => {
    now.current = storedPreferences;
  });
  const keep = useCallback(
    (part: ListPreferences) => {
      const next = { ...now.current, ...part };
      now.current = next;
      changed.add(key);
      setStored(next);
      // Child lists are stored only in this browser. A failed sync is ignored.
      if (scope === '' && model.features.views)
        dataProvider.savePreference(model.name, next).catch(() => undefined);
    },
    [dataProvider, key, model, scope, setStored],
  );
  const adopt = useCallback(
    (preference: Record<string, unknown>) => {
      if (scope !== '' || changed.has(key) || Object.keys(preference).length === 0) return;
      if (JSON.stringify(preference) !== JSON.stringify(now.current)) setStored(preference);
    },
    [key, scope, setStored],
  );
  return { kept: storedPreferences, keep, adopt };
};
