import { useEffect, useRef } from 'react';
import type { ListView } from '../../../../schemas/model/responses.ts';
import { formatListState, parseListState, type ListState } from '../listState.ts';
import type { ListPreferences } from '../useListPreferences.ts';
import type { ConsoleEntity } from '../../product.ts';
import { clearNarrowing } from './narrowing.ts';

/** Stands for "no view" in the address, for lists that open in a view or tab by default. */
export const NO_VIEW = 'all';

interface DeletedViewsOptions {
  model: ConsoleEntity;
  state: ListState;
  kept: ListPreferences;
  keep: (part: ListPreferences) => void;
  show: (next: ListState, replace?: boolean) => void;
  open: (view: Pick<ListView, 'id' | 'query'>, replace?: boolean) => void;
  refetch: () => Promise<{ data?: { views: ListView[] } }>;
  /** Undefined until loaded. */
  views?: ListView[];
}

/**
 * Handles shared views that others delete or change: a list leaves a deleted view, and a changed default view is
 * updated.
 */
export const useDeletedViews = (given: DeletedViewsOptions): void => {
  const { state, views, refetch } = given;
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });

  const refetchedView = useRef<string | undefined>(undefined);
  const { view } = state;
  const isUnknown = view !== undefined && view !== NO_VIEW && views?.every(({ id }) => id !== view) === true;
  useEffect(() => {
    if (!isUnknown || refetchedView.current === view) return;
    refetchedView.current = view;
    // The view may be newer than the cached ones.
    void refetch().then(({ data }) => {
      const now = latest.current;
      if (!data || data.views.some(({ id }) => id === view) || now.state.view !== view) return;
      const isOpening = now.kept.opening?.id === view;
      if (isOpening) now.keep({ opening: undefined });
      // Filters from an address stay; those of a default view are dropped.
      now.show({ ...(isOpening ? clearNarrowing(now.model, now.state) : now.state), view: undefined }, true);
    });
  }, [isUnknown, view, refetch]);

  const { opening } = given.kept;
  const changed = opening && views?.find(({ id, query }) => id === opening.id && query !== opening.query);
  useEffect(() => {
    if (!changed || !opening) return;
    const now = latest.current;
    const shown = (query: string): string => formatListState(now.model, parseListState(now.model, query));
    const { view: _, ...rest } = now.state;
    const isUnchanged =
      now.state.view === changed.id && formatListState(now.model, rest) === shown(opening.query);
    now.keep({ opening: { id: changed.id, query: changed.query } });
    if (isUnchanged) now.open(changed, true);
  }, [changed, opening]);
};
