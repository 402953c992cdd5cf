import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';
import type { RecordChange } from './liveUpdates.ts';
import { isLocalChange } from './localChanges.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface RecordChangeNoticeProps {
  entity: string;
  /** Title of the entity. */
  title: string;
  id: string;
  /** Who changed the record while the form has unsaved changes; `own` for this person, elsewhere in this window. */
  changedBy?: { name?: string; own?: boolean };
  onReview?: () => void;
}

/** A notice that the open record was changed by others while the form has changes, or was deleted. */
export const RecordChangeNotice = ({ entity, title, id, changedBy, onReview }: RecordChangeNoticeProps) => {
  const removal = useRecordRemoval(entity, id);
  const name = title.toLowerCase();
  if (removal) {
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        {t('%{by} This is the version that you opened.', {
          by: removal.by
            ? t('%{by} deleted this %{name}.', { by: removal.by, name })
            : t('This %{name} is no longer available.', { name }),
        })}
      </Alert>
    );
  }
  if (!changedBy) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }} action={<Button onClick={onReview}>{t('Review')}</Button>}>
      {changedBy.own
        ? t('You changed this %{name} somewhere else. Your unsaved changes are kept.', { name })
        : t('%{who} changed this %{name}. Your unsaved changes are kept.', {
            who: changedBy.name ?? t('Someone else'),
            name,
          })}
    </Alert>
  );
};

/** Set once the record is deleted by others or no longer visible to the person. */
const useRecordRemoval = (entity: string, id: string): { by?: string } | undefined => {
  const [gone, setGone] = useState<{ by?: string }>();
  useEffect(
    () =>
      subscribe('record.changed', (json) => {
        const change = json as RecordChange;
        if (change.entity !== entity || change.id !== id) return;
        if (change.version !== null) setGone(undefined);
        else if (!isLocalChange(entity, id, null)) setGone({ by: change.by?.name });
      }),
    [entity, id],
  );
  return gone;
};
