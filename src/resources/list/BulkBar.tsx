import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import { buildActionEntries, formatBulkLabel } from '../changes/actionEntries.ts';
import { withApprovalState } from '../actions/withApprovalState.ts';
import type { ActionEntry } from '../changes/types.ts';
import { useApprovals } from '../actions/useApprovals.ts';
import { useDelete } from '../actions/useDelete.tsx';
import { useModelActions } from '../actions/useModelActions.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { SelectedCount } from './bulk/SelectedCount.tsx';
import { focusRow } from './focusRow.ts';
import { ToolbarRow } from './Toolbar.tsx';
import type { EntityListModel } from './useEntityList.ts';
import type { Selection } from './useSelection.ts';
import { t } from '../../../schemas/texts/translate.ts';

const BulkEditDialog = lazyComponent(() =>
  import('./bulk/BulkEditDialog.tsx').then((it) => it.BulkEditDialog),
);

/** Whether a field has free tags, which get their own bulk action. */
const isEditableTagField = ({ type, item, readOnly, mode }: FieldModel): boolean =>
  type === 'tags' && item?.choices === undefined && !readOnly && mode.edit === 'edit';

interface BulkBarProps {
  entityList: EntityListModel;
  /** Shows only the count; the actions are in a menu. */
  isPhone: boolean;
  /** Called when a dialog opens or an action runs. The bar then stays even when the selected rows disappear. */
  onBusy: (isBusy: boolean) => void;
}

/** The fields and records of a bulk edit, as selected when it was opened. */
interface BulkEditTarget {
  begin: string[];
  records: ListRecord[];
  unloaded: Selection['unloaded'];
}

/**
 * The actions for the selected rows; replaces the toolbar, at the same height, while rows are selected.
 */
export const BulkBar = ({ entityList, isPhone, onBusy }: BulkBarProps) => {
  const { model, selection, list, rights } = entityList;
  const records = list.rows.filter((record) => selection.ids.has(record.id));
  const [editing, setEditing] = useState<BulkEditTarget>();
  const edit = (begin: string[]): void => setEditing({ begin, records, unloaded: selection.unloaded });
  const deletion = useDelete(model, selection.remove);
  const actions = useModelActions(model, { onDone: selection.remove });
  const deletable = records.filter((record) => stateRuleRefusal(model, 'delete', record) === undefined);
  const [first] = records;
  const approvals = useApprovals(model, records);
  const unloaded = selection.unloaded as ListRecord[];
  const chosen = records.length + unloaded.length;
  const offered = buildActionEntries(model, 'bulk', records, rights, actions.start, approvals, chosen).map(
    (entry) => ({
      ...entry,
      pending: actions.pending === entry.id,
    }),
  );
  const entries: ActionEntry[] = withApprovalState(model, offered, approvals && {});
  if (rights.may('update')) {
    for (const { name, title } of model.fields.filter(isEditableTagField))
      entries.push({
        id: `tag-${name}`,
        label: t('Add %{title}', { title: title.toLowerCase() }),
        run: () => edit([name]),
      });
    // Some entities have no editable field, only transitions.
    if (model.fields.some(({ readOnly, mode }) => !readOnly && mode.edit === 'edit'))
      entries.push({ id: 'edit', label: t('Edit fields'), run: () => edit([]) });
  }
  const isBusy = Boolean(editing ?? deletion.dialog ?? actions.dialog) || actions.pending !== undefined;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  const bar = useRef<HTMLDivElement>(null);
  useRestoreListFocus(bar);
  if (rights.may('delete')) {
    entries.push({
      ...{
        id: 'delete',
        tone: 'danger',
        label: formatBulkLabel(t('Delete'), deletable.length + unloaded.length, chosen),
      },
      disabled:
        deletable.length + unloaded.length === 0 && first
          ? stateRuleRefusal(model, 'delete', first)
          : undefined,
      run: () => deletion.ask([...deletable, ...unloaded]),
    });
  }
  return (
    <ToolbarRow ref={bar} role="toolbar" aria-label={t('Actions for the selected rows')}>
      <SelectedCount entityList={entityList} />
      <ActionBar
        label={t('More actions for the selected rows')}
        entries={entries}
        buttons={isPhone ? 'none' : 'all'}
        size="small"
      />
      <IconButton
        size="small"
        aria-label={t('Clear selection')}
        title={t('Clear selection')}
        onClick={selection.clear}
        sx={{ marginLeft: isPhone ? 0 : 'auto' }}
      >
        <Close fontSize="small" />
      </IconButton>
      {editing && (
        <BulkEditDialog
          model={model}
          records={editing.records.map((one) => list.rows.find(({ id }) => id === one.id) ?? one)}
          unloaded={editing.unloaded}
          initialFields={editing.begin}
          onClose={(changed) => {
            setEditing(undefined);
            if (changed) selection.clear();
          }}
        />
      )}
      {deletion.dialog}
      {actions.dialog}
    </ToolbarRow>
  );
};

/**
 * Moves the focus to the list when the bar unmounts with the focused button.
 */
const useRestoreListFocus = (bar: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const list = bar.current?.parentElement;
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        focusRow(list?.querySelector('[data-index][tabindex="0"]') ?? list?.querySelector('[data-index]'));
      });
  }, [bar]);
