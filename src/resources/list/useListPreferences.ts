import { useCallback, useEffect, useRef } from 'react';
import { useDataProvider, useStore } from 'react-admin';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ConsoleEntity } from '../product.ts';
import type { ColumnChoice } from '../columns.ts';
import type { ListAs } from './listState.ts';

/** What a person keeps for a list from one visit to the next. */
export interface ListPreferences {
  columns?: ColumnChoice;
  perPage?: number;
  as?: ListAs;
  density?: 'compact';
  /** The view in which the list opens. */
  opening?: { id: string; query: string };
}
const NONE: ListPreferences = {};

/** Lists that were changed on this page: what the services kept before is older. */
const changed = new Set<string>();

/** Where the browser keeps it. */
export const preferencesKey = (list: string, scope = ''): string => `list.${list}${scope && `.${scope}`}`;

/**
 * How the person likes a list: at hand in this browser, and kept by the services for the person's other ones.
 * `adopt` takes over what the services know.
 */
export const useListPreferences = (model: ConsoleEntity, scope: string) => {
  const key = preferencesKey(model.name, scope);
  const [kept, setStored] = useStore<ListPreferences>(key, NONE);
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const now = useRef(kept);
  useEffect(() => {
    now.current = kept;
  });
  const keep = useCallback(
    (part: ListPreferences) => {
      const next = { ...now.current, ...part };
      now.current = next;
      changed.add(key);
      setStored(next);
      // Of lists in tabs of a record this browser alone knows. A failure costs the other browsers the change only.
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
  return { kept, keep, adopt };
};
