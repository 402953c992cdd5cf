import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { countLabel } from '../entityLabels.ts';
import type { ConsoleEntity } from '../product.ts';
import { RestoreHint } from './RestoreHint.tsx';
import { ConfirmDialog } from '../changes/ConfirmDialog.tsx';
import { ObstacleList } from './FailedDialog.tsx';
import { toObstacles } from '../changes/failures.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface DeleteManyDialogProps {
  model: ConsoleEntity;
  records: ListRecord[];
  mayRestore: boolean;
  pending: boolean;
  /** Error of the last attempt. */
  error?: string;
  onConfirm: (records: ListRecord[]) => void;
  onClose: () => void;
}

/** Confirms the deletion of several records; lists those in use, and offers to delete the others. */
export const DeleteManyDialog = (props: DeleteManyDialogProps) => {
  const { model, records, mayRestore, pending, error, onConfirm, onClose } = props;
  const provider = useDataProvider<ConsoleDataProvider>();
  const ids = records.map(({ id }) => id);
  const { data: uses = {}, isLoading } = useQuery({
    queryKey: ['used-by', model.name, 'many', ids],
    queryFn: ({ signal }) => provider.usedByMany(model.name, ids, { signal }),
    retry: false,
    gcTime: 0,
  });
  const used = records.filter(({ id }) => id in uses);
  const unused = records.filter(({ id }) => !(id in uses));
  const all = countLabel(model, records.length);
  const isSome = used.length > 0 && unused.length > 0;
  return (
    <ConfirmDialog
      danger
      title={
        isSome ? t('Delete %{count} of %{all}?', { count: unused.length, all }) : t('Delete %{all}?', { all })
      }
      confirmLabel={isSome ? t('Delete the other %{count}', { count: unused.length }) : t('Delete')}
      pending={pending}
      disabled={isLoading || unused.length === 0}
      error={error}
      onConfirm={() => onConfirm(unused)}
      onClose={onClose}
    >
      {used.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {unused.length === 0
            ? t('All of them are in use. Remove them there first:')
            : t(
                used.length === 1
                  ? '%{count} is in use and stays. To delete it too, remove it there first:'
                  : '%{count} are in use and stay. To delete them too, remove them there first:',
                { count: used.length },
              )}
          <ul style={{ margin: '4px 0 0', paddingInlineStart: 20, maxHeight: 320, overflow: 'auto' }}>
            {used.map((record) => (
              <li key={record.id}>
                {recordTitle(model, record)}
                <ObstacleList obstacles={toObstacles(uses[record.id]?.usedBy, uses[record.id]?.hidden)} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {unused.length > 0 && <RestoreHint model={model} records={unused} mayRestore={mayRestore} />}
    </ConfirmDialog>
  );
};
