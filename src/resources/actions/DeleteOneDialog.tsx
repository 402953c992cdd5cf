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
  /** The person may bring it back. */
  mayRestore: boolean;
  pending: boolean;
  /** What went wrong at the last try. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before a record is deleted: what holds it back, and then nothing else, as it cannot be done; else what goes with
 * it, what can be done before, and whether there is a way back.
 */
export const DeleteOneDialog = ({ model, record, mayRestore, ...dialog }: DeleteOneDialogProps) => {
  // What is being deleted is asked for no longer.
  const uses = useUsages(model.name, dialog.pending ? undefined : record.id, { fresh: true });
  const obstacles = toObstacles(uses?.usedBy, uses?.hidden);
  const along = (uses?.along ?? []).flatMap(({ entity, count }) =>
    hasEntity(entity) ? [countLabel(entityByName(entity), count)] : [],
  );
  const isHeld = obstacles.length > 0;
  return (
    <ConfirmDialog danger confirmLabel={t('Delete')} disabled={isHeld} {...dialog}>
      {isHeld ? (
        <WhereUsed obstacles={obstacles} count={(uses?.usedBy.length ?? 0) + (uses?.hidden ?? 0)} />
      ) : (
        <>
          {along.length > 0 && (
            <Typography variant="body2" sx={{ mb: 2 }}>
              {t('Deleted with it: %{records}.', {
                records: new Intl.ListFormat(language()).format(along),
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
