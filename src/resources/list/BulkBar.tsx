import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { ActionBar } from '../actions/ActionBar.tsx';
import { actionEntries, bulkLabel } from '../changes/actionEntries.ts';
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

/** Tags that people put on records, many at a time. */
const isTagged = ({ type, item, readOnly, mode }: FieldModel): boolean =>
  type === 'tags' && item?.choices === undefined && !readOnly && mode.edit === 'edit';

interface BulkBarProps {
  entityList: EntityListModel;
  /** Has room for how many are chosen; what can be done with them is in a menu. */
  isPhone: boolean;
  /** Hears whether something is asked or done, which goes on when others take the chosen rows away. */
  onBusy: (isBusy: boolean) => void;
}

/** What is edited: what was chosen when that began. */
interface Editing {
  begin: string[];
  records: ListRecord[];
  beyond: Selection['beyond'];
}

/** What can be done with the chosen rows; stands in the place of the tools while there are any, and is as high as they are. */
export const BulkBar = ({ entityList, isPhone, onBusy }: BulkBarProps) => {
  const { model, selection, list, rights } = entityList;
  const records = list.rows.filter((record) => selection.ids.has(record.id));
  const [editing, setEditing] = useState<Editing>();
  const edit = (begin: string[]): void => setEditing({ begin, records, beyond: selection.beyond });
  const deleting = useDelete(model, selection.remove);
  const actions = useModelActions(model, { onDone: selection.remove });
  const deletable = records.filter((record) => stateRuleRefusal(model, 'delete', record) === undefined);
  const [first] = records;
  const refused = useApprovals(model, records);
  const beyond = selection.beyond as ListRecord[];
  const chosen = records.length + beyond.length;
  const offered = actionEntries(model, 'bulk', records, rights, actions.start, refused, chosen).map(
    (entry) => ({
      ...entry,
      pending: actions.pending === entry.id,
    }),
  );
  const entries: ActionEntry[] = withApprovalState(model, offered, refused && {});
  if (rights.may('update')) {
    for (const { name, title } of model.fields.filter(isTagged))
      entries.push({
        id: `tag-${name}`,
        label: t('Add %{title}', { title: title.toLowerCase() }),
        run: () => edit([name]),
      });
    // Of some records only transitions change anything.
    if (model.fields.some(({ readOnly, mode }) => !readOnly && mode.edit === 'edit'))
      entries.push({ id: 'edit', label: t('Edit fields'), run: () => edit([]) });
  }
  const isBusy = Boolean(editing ?? deleting.dialog ?? actions.dialog) || actions.pending !== undefined;
  useEffect(() => {
    onBusy(isBusy);
    return () => onBusy(false);
  }, [isBusy, onBusy]);
  const bar = useRef<HTMLDivElement>(null);
  useFocusAfter(bar);
  if (rights.may('delete')) {
    entries.push({
      ...{
        id: 'delete',
        tone: 'danger',
        label: bulkLabel(t('Delete'), deletable.length + beyond.length, chosen),
      },
      disabled:
        deletable.length + beyond.length === 0 && first
          ? stateRuleRefusal(model, 'delete', first)
          : undefined,
      run: () => deleting.ask([...deletable, ...beyond]),
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
          beyond={editing.beyond}
          begin={editing.begin}
          onClose={(changed) => {
            setEditing(undefined);
            if (changed) selection.clear();
          }}
        />
      )}
      {deleting.dialog}
      {actions.dialog}
    </ToolbarRow>
  );
};

/** The bar goes with the button that was pressed in it: the focus goes to the list then, where nothing else takes it. */
const useFocusAfter = (bar: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const list = bar.current?.parentElement;
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        focusRow(list?.querySelector('[data-index][tabindex="0"]') ?? list?.querySelector('[data-index]'));
      });
  }, [bar]);
