import Typography from '@mui/material/Typography';
import type { ListRecord } from '../fieldKit/types.ts';
import { countLabel } from '../entityLabels.ts';
import { language } from '../../i18n/language.ts';
import { type ConsoleEntity, entityByName, hasEntity } from '../product.ts';
import { RestoreHint } from './RestoreHint.tsx';
import { BeforeDeletion } from './BeforeDeletion.tsx';
import { ConfirmDialog } from '../changes/ConfirmDialog.tsx';
import { toObstacles } from '../changes/failures.ts';
import { useUsages } from './useUsages.ts';
import { WhereUsed } from './WhereUsed.tsx';
import { t } from '../../../schemas/texts/translate.ts';

interface DeleteOneDialogProps {
  model: ConsoleEntity;
  record: ListRecord;
  title: string;
  mayRestore: boolean;
  pending: boolean;
  /** Error of the last attempt. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Confirms the deletion of a record. Lists what uses it, which blocks the deletion; otherwise what is deleted along with
 * it, what can be done before, and whether it can be restored.
 */
export const DeleteOneDialog = ({ model, record, mayRestore, ...dialog }: DeleteOneDialogProps) => {
  // Not requested while the record is being deleted.
  const uses = useUsages(model.name, dialog.pending ? undefined : record.id, { fresh: true });
  const obstacles = toObstacles(uses?.usedBy, uses?.hidden);
  const deletedAlong = (uses?.along ?? []).flatMap(({ entity, count }) =>
    hasEntity(entity) ? [countLabel(entityByName(entity), count)] : [],
  );
  const isInUse = obstacles.length > 0;
  return (
    <ConfirmDialog danger confirmLabel={t('Delete')} disabled={isInUse} {...dialog}>
      {isInUse ? (
        <WhereUsed obstacles={obstacles} count={(uses?.usedBy.length ?? 0) + (uses?.hidden ?? 0)} />
      ) : (
        <>
          {deletedAlong.length > 0 && (
            <Typography variant="body2" sx={{ mb: 2 }}>
              {t('Deleted with it: %{records}.', {
                records: new Intl.ListFormat(language()).format(deletedAlong),
              })}
            </Typography>
          )}
          {model.deletionNote !== undefined && (
            <Typography variant="body2" sx={{ mb: 1 }}>
              {model.deletionNote}
            </Typography>
          )}
          <BeforeDeletion model={model} record={record} />
          <RestoreHint model={model} records={[record]} mayRestore={mayRestore} />
        </>
      )}
    </ConfirmDialog>
  );
};
