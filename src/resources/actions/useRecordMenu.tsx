import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useDataProvider, useNotify } from 'ra-core';
import { useNavigate } from 'react-router';
import type { ActionModel } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fields/types.ts';
import { messageOf } from './failures.ts';
import { useOpenPath } from './openPath.ts';
import { HistoryDialog } from './dialogs.ts';
import type { ActionEntry } from './types.ts';
import { useDelete } from './useDelete.tsx';
import { actionsFor, useModelActions } from './useModelActions.tsx';
import { useRecordCache } from './useRecordCache.ts';
import { useRights } from './useRights.ts';
import type { ConsoleEntity } from '../product.ts';

interface RecordMenuOptions {
  place: Extract<ActionModel['on'][number], 'row' | 'record'>;
  /** Entries that the screen itself already is: no "Edit" in the form, no "Show" in the view. */
  without?: string[];
  onDeleted?: (ids: string[]) => void;
}

/**
 * What can be done with one record: show, edit, duplicate, history, delete and the schema's actions, as far as the person may.
 * Render `dialog` where the hook is used.
 */
export const useRecordMenu = (
  model: ConsoleEntity,
  { place, without = [], onDeleted }: RecordMenuOptions,
) => {
  const rights = useRights(model);
  const paths = useOpenPath(model);
  const deleting = useDelete(model, onDeleted);
  const actions = useModelActions(model);
  const duplicate = useDuplicate(model);
  const [past, setPast] = useState<ListRecord>();
  const hasShow = model.routes !== false && model.routes.show !== undefined;

  const entries = (record: ListRecord): ActionEntry[] => {
    const offered: (ActionEntry | false)[] = [
      hasShow && { id: 'show', label: 'Show', to: paths('show', record.id) },
      rights.may('update') && { id: 'edit', label: 'Edit', to: paths('edit', record.id) },
      model.features.duplicate &&
        rights.may('create') && { id: 'duplicate', label: 'Duplicate', run: () => void duplicate(record) },
      model.features.history && { id: 'history', label: 'History', run: () => setPast(record) },
      ...actionsFor(model, place, [record], rights).map((action) => ({
        id: action.id,
        label: action.label,
        tone: action.tone,
        run: () => actions.start(action, [record]),
      })),
      rights.may('delete') && {
        id: 'delete',
        label: 'Delete',
        tone: 'danger',
        run: () => deleting.ask([record]),
      },
    ];
    return offered.filter((entry) => entry !== false).filter((entry) => !without.includes(entry.id));
  };

  const dialog: ReactNode = (
    <>
      {deleting.dialog}
      {actions.dialog}
      {past && <HistoryDialog model={model} record={past} onClose={() => setPast(undefined)} />}
    </>
  );
  return { entries, dialog };
};

/** Makes a copy and opens it. */
const useDuplicate = (model: ConsoleEntity) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const cache = useRecordCache(model.name);
  return useCallback(
    async (record: ListRecord) => {
      try {
        const copy = await dataProvider.duplicate(model.name, record.id);
        void cache.changed();
        notify(`${model.title} duplicated`, { type: 'success' });
        await navigate(paths('edit', copy.id));
      } catch (error) {
        notify(messageOf(error), { type: 'error' });
      }
    },
    [dataProvider, model, cache, notify, navigate, paths],
  );
};
