import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import type { ListView } from '../../../../schemas/model/responses.ts';
import type { ViewDraft } from '../../../dataProvider/viewVerbs.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { viewsKey } from './useViews.ts';
import { textSortKey } from '../../../../schemas/model/thaiOrder.ts';

interface CachedViews {
  views: ListView[];
}

/** Creates, changes and removes views. All reject with HttpError. */
export const useViewChanges = ({ model, views }: EntityListModel) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const { query, kept, keep, open, leave, current } = views;
  const updateCache = (change: (old: ListView[]) => ListView[]): void =>
    void client.setQueryData<CachedViews>(
      viewsKey(model),
      (old) => old && { ...old, views: change(old.views) },
    );

  const change = async (view: ListView, part: Partial<ViewDraft>): Promise<void> => {
    const next = await provider.updateView(model.name, view, part);
    updateCache((old) => old.map((one) => (one.id === next.id ? next : one)));
    if (kept.opening?.id === next.id) keep({ opening: { id: next.id, query: next.query } });
  };
  return {
    change,
    /** Saves the list's current state in the view. */
    update: (view: ListView): Promise<void> => change(view, { query }),
    create: async (draft: Omit<ViewDraft, 'query'>): Promise<void> => {
      const view = await provider.createView(model.name, { ...draft, query });
      updateCache((old) =>
        [...old, view].toSorted((a, b) => (textSortKey(a.name) < textSortKey(b.name) ? -1 : 1)),
      );
      open(view);
    },
    remove: async (view: ListView): Promise<void> => {
      await provider.deleteView(model.name, view);
      updateCache((old) => old.filter(({ id }) => id !== view.id));
      if (kept.opening?.id === view.id) keep({ opening: undefined });
      if (current?.id === view.id) leave();
    },
    setOpening: (view: ListView | undefined) => keep({ opening: view && { id: view.id, query: view.query } }),
  };
};
