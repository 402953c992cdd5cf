import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { subscribe } from '../../dataProvider/socket.ts';
import type { RecordChange } from './liveUpdates.ts';
import { isLocalChange } from './localChanges.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface RecordChangeNoticeProps {
  entity: string;
  /** Of the entity. */
  title: string;
  id: string;
  /** Who changed the record while there is unsaved input here; `own` where it was done in this window. */
  changedBy?: { name?: string; own?: boolean };
  onReview?: () => void;
}

/** Says what others did to the record that is open: changed it while something is typed here, or deleted it. */
export const RecordChangeNotice = ({ entity, title, id, changedBy, onReview }: RecordChangeNoticeProps) => {
  const gone = useRecordRemoval(entity, id);
  const name = title.toLowerCase();
  if (gone) {
    return (
      <Alert severity="warning" sx={{ mb: 2 }}>
        {t('%{by} This is the version that you opened.', {
          by: gone.by
            ? t('%{by} deleted this %{name}.', { by: gone.by, name })
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

/** Set once others have deleted the record, or it was taken from what the person may see. */
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
