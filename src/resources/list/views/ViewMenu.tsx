import { useState } from 'react';
import Typography from '@mui/material/Typography';
import { useNotify } from 'react-admin';
import { ActionMenu } from '../../actions/ActionMenu.tsx';
import { ConfirmDialog } from '../../changes/ConfirmDialog.tsx';
import { messageOf } from '../../changes/failures.ts';
import type { ActionEntry } from '../../changes/types.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { useViewChanges } from './useViewChanges.ts';
import { ViewDialog } from './ViewDialog.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** The open menu or dialog of views. */
export interface ViewQuestion {
  what: 'menu' | 'save' | 'new' | 'edit' | 'remove';
  anchor: HTMLElement;
}

interface ViewMenuProps extends ViewQuestion {
  entityList: EntityListModel;
  ask: (question: ViewQuestion | undefined) => void;
}

/** Menu and dialogs to save, edit and delete views. */
export const ViewMenu = ({ entityList, what, anchor, ask }: ViewMenuProps) => {
  const { current, isChanged, openingId } = entityList.views;
  const viewChanges = useViewChanges(entityList);
  const mayChange = current?.mayChange === true;
  const [isRemoving, setRemoving] = useState(false);
  const [error, setError] = useState<string>();
  const notify = useNotify();
  const onClose = (): void => ask(undefined);
  const runAndNotify = async (work: () => Promise<void>, done: string): Promise<void> => {
    try {
      await work();
      notify(done, { type: 'success' });
    } catch (failure) {
      notify(messageOf(failure), { type: 'error' });
    }
  };
  if (what === 'new' || (what === 'save' && !mayChange))
    return <ViewDialog onSave={viewChanges.create} onClose={onClose} />;
  if (!current) return null;
  if (what === 'edit')
    return (
      <ViewDialog view={current} onSave={(draft) => viewChanges.change(current, draft)} onClose={onClose} />
    );
  if (what === 'remove')
    return (
      <ConfirmDialog
        danger
        title={t('Delete the view “%{name}”?', { name: current.name })}
        confirmLabel={t('Delete')}
        pending={isRemoving}
        error={error}
        onConfirm={() => {
          setRemoving(true);
          viewChanges.remove(current).then(
            () => {
              notify(t('View deleted'), { type: 'success' });
              onClose();
            },
            (failure: unknown) => {
              setError(messageOf(failure));
              setRemoving(false);
            },
          );
        }}
        onClose={onClose}
      >
        <Typography variant="body2">
          {current.shared
            ? t('Everyone it is shared with loses it. No record is deleted.')
            : t('No record is deleted.')}
        </Typography>
      </ConfirmDialog>
    );
  const isDefaultView = current.id === openingId;
  const saveEntries: ActionEntry[] = [];
  if (mayChange && isChanged)
    saveEntries.push({
      id: 'update',
      label: t('Save changes to “%{name}”', { name: current.name }),
      run: () => void runAndNotify(() => viewChanges.update(current), t('View saved')),
    });
  saveEntries.push({ id: 'new', label: t('Save as a new view…'), run: () => ask({ what: 'new', anchor }) });
  const otherEntries: ActionEntry[] = [
    {
      id: 'opening',
      label: isDefaultView ? t('Don’t open this view by default') : t('Open this view by default'),
      run: () => viewChanges.setOpening(isDefaultView ? undefined : current),
    },
  ];
  if (mayChange) {
    otherEntries.unshift({
      id: 'edit',
      label: t('Rename or share…'),
      run: () => ask({ what: 'edit', anchor }),
    });
    otherEntries.push({
      id: 'remove',
      label: t('Delete'),
      tone: 'danger',
      run: () => ask({ what: 'remove', anchor }),
    });
  }
  return (
    <ActionMenu
      anchor={anchor}
      label={
        current.shared
          ? t('%{name}, shared by %{owner}', { name: current.name, owner: current.owner })
          : current.name
      }
      entries={what === 'save' ? saveEntries : [...saveEntries, ...otherEntries]}
      onClose={onClose}
    />
  );
};
