import { useEffect, useRef } from 'react';
import type { ListView } from '../../../../schemas/model/responses.ts';
import { formatListState, parseListState, type ListState } from '../listState.ts';
import type { ListPreferences } from '../useListPreferences.ts';
import type { ConsoleEntity } from '../../product.ts';
import { withoutNarrowing } from './narrowing.ts';

/** In the place of a view's id: the plain list, also where it opens in a view or a tab. */
export const PLAIN = 'all';

interface DeletedViewsOptions {
  model: ConsoleEntity;
  state: ListState;
  kept: ListPreferences;
  keep: (part: ListPreferences) => void;
  show: (next: ListState, replace?: boolean) => void;
  open: (view: Pick<ListView, 'id' | 'query'>, replace?: boolean) => void;
  refetch: () => Promise<{ data?: { views: ListView[] } }>;
  /** Absent until they are known. */
  views?: ListView[];
}

/**
 * Views are others' too, who delete and change them: a list does not stay in a view that is gone, and who opens it in one
 * finds that as it is now.
 */
export const useDeletedViews = (given: DeletedViewsOptions): void => {
  const { state, views, refetch } = given;
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });

  const sought = useRef<string | undefined>(undefined);
  const { view } = state;
  const isUnknown = view !== undefined && view !== PLAIN && views?.every(({ id }) => id !== view) === true;
  useEffect(() => {
    if (!isUnknown || sought.current === view) return;
    sought.current = view;
    // It may be newer than what is known.
    void refetch().then(({ data }) => {
      const now = latest.current;
      if (!data || data.views.some(({ id }) => id === view) || now.state.view !== view) return;
      const isOpening = now.kept.opening?.id === view;
      if (isOpening) now.keep({ opening: undefined });
      // What an address says stays as it is, what nobody asked for does not.
      now.show(
        { ...(isOpening ? withoutNarrowing(now.model, now.state) : now.state), view: undefined },
        true,
      );
    });
  }, [isUnknown, view, refetch]);

  const { opening } = given.kept;
  const changed = opening && views?.find(({ id, query }) => id === opening.id && query !== opening.query);
  useEffect(() => {
    if (!changed || !opening) return;
    const now = latest.current;
    const shown = (query: string): string => formatListState(now.model, parseListState(now.model, query));
    const { view: _, ...rest } = now.state;
    const isAsItWas =
      now.state.view === changed.id && formatListState(now.model, rest) === shown(opening.query);
    now.keep({ opening: { id: changed.id, query: changed.query } });
    if (isAsItWas) now.open(changed, true);
  }, [changed, opening]);
};
