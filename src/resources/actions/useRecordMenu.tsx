import { type RefObject, useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import { buildActionEntries, type Place } from '../changes/actionEntries.ts';
import { messageOf } from '../changes/failures.ts';
import { useOpenPath } from '../openPath.ts';
import { HistoryDialog, RecordDialog } from './dialogs.ts';
import type { ActionEntry } from '../changes/types.ts';
import { useDelete } from './useDelete.tsx';
import { useModelActions } from './useModelActions.tsx';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { useRights } from '../changes/useRights.ts';
import { hasScreen } from '../paths.ts';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface RecordMenuOptions {
  place: Extract<Place, 'row' | 'record'>;
  /** Ids of entries to leave out, such as `edit` on the edit page. */
  without?: string[];
  /** The surrounding form, whose changes are not saved yet. */
  formRef?: RefObject<EntityFormHandle | null>;
  onDeleted?: (ids: string[]) => void;
}

/**
 * The menu entries of a record: show, edit, duplicate, history, delete and the schema's actions, by rights and the
 * state of the record. Render `dialog` where the hook is used.
 */
export const useRecordMenu = (
  model: ConsoleEntity,
  { place, without = [], formRef, onDeleted }: RecordMenuOptions,
) => {
  const rights = useRights(model);
  const paths = useOpenPath(model);
  const deleting = useDelete(model, onDeleted);
  const actions = useModelActions(model, { formRef });
  const duplicate = useDuplicate(model, formRef);
  const download = useDownload(model);
  const [historyRecord, setHistoryRecord] = useState<ListRecord>();
  const [openPanel, setOpenPanel] = useState<{ panel: PanelModel; record: ListRecord }>();
  const may = useMay();
  const hasShow = model.routes !== false && model.routes.show !== undefined;

  const entries = (record: ListRecord): ActionEntry[] => {
    const all: (ActionEntry | false)[] = [
      hasShow && { id: 'show', label: t('Show'), to: paths('show', record.id) },
      hasScreen(model) &&
        rights.may('update') && {
          ...{ id: 'edit', label: t('Edit'), to: paths('edit', record.id) },
          disabled: stateRuleRefusal(model, 'edit', record),
        },
      model.features.duplicate &&
        rights.may('create') && { id: 'duplicate', label: t('Duplicate'), run: () => void duplicate(record) },
      model.form.layout === 'editor' && {
        ...{ id: 'json', label: t('Export JSON') },
        run: () => void download(record),
      },
      model.features.history && { id: 'history', label: t('History'), run: () => setHistoryRecord(record) },
      ...buildActionEntries(model, place, [record], rights, actions.start).map((entry) => ({
        ...entry,
        pending: actions.pending === entry.id,
      })),
      ...(place === 'row' ? (model.dialogs ?? []) : [])
        .filter(({ reads }) => reads === undefined || may(reads, 'list'))
        .map((panel) => ({
          id: panel.panel,
          label: panel.label,
          run: () => setOpenPanel({ panel, record }),
        })),
      rights.may('delete') && {
        ...{ id: 'delete', label: t('Delete'), tone: 'danger' },
        disabled: stateRuleRefusal(model, 'delete', record),
        run: () => deleting.ask([record]),
      },
    ];
    return all.filter((entry) => entry !== false).filter((entry) => !without.includes(entry.id));
  };

  const dialog: ReactNode = (
    <>
      {deleting.dialog}
      {actions.dialog}
      {openPanel && <RecordDialog model={model} {...openPanel} onClose={() => setOpenPanel(undefined)} />}
      {historyRecord && (
        <HistoryDialog
          model={model}
          record={historyRecord}
          formRef={formRef}
          onClose={() => setHistoryRecord(undefined)}
        />
      )}
    </>
  );
  return { entries, dialog };
};

/** Downloads the stored record as a JSON file. */
const useDownload = (model: ConsoleEntity) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  return async ({ id }: ListRecord): Promise<void> => {
    try {
      const { downloadRecord } = await import('../json/exportJson.ts');
      await downloadRecord(model, dataProvider, id);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
};

/** Duplicates the stored record and opens the copy; unsaved changes must be saved first. */
const useDuplicate = (model: ConsoleEntity, formRef?: RefObject<EntityFormHandle | null>) => {
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  return useCallback(
    async (record: ListRecord) => {
      if (formRef?.current?.isDirty()) {
        notify(t('Save your changes first. “Duplicate” copies the saved version.'), { type: 'warning' });
        return;
      }
      const { answer: copy, failure } = await mutate((provider) => provider.duplicate(model.name, record.id));
      if (failure) return notify(failure.message, { type: 'error' });
      notify(t('%{title} duplicated', { title: model.title }), { type: 'success' });
      if (hasScreen(model)) await navigate(paths('edit', copy.id));
    },
    [mutate, model, notify, navigate, paths, formRef],
  );
};
