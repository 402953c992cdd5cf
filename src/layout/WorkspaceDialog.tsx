import Alert from '@mui/material/Alert';
import type { EntityRecord, JsonObject } from '../../schemas/model/types.ts';
import { useRefreshAccess } from '../authProvider/AccessContext.ts';
import { messageOf } from '../resources/actions/failures.ts';
import { type Outcome, useRecordMutation } from '../resources/actions/useRecordMutation.ts';
import { FormDialog } from '../resources/form/FormDialog.tsx';
import { FormSkeleton } from '../resources/form/FormSkeleton.tsx';
import { EntityForm } from '../resources/form/save/EntityForm.tsx';
import { useCheck } from '../resources/form/useCheck.ts';
import { entityByName } from '../resources/product.ts';
import { useWholeRecord } from '../resources/wholeRecord.ts';

const ENTITY = 'workspace';

/** The workspace's form over whatever screen there is. */
export const WorkspaceDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const check = useCheck(ENTITY);
  const { data: record, error } = useWholeRecord<EntityRecord>(ENTITY, id);
  const mutate = useRecordMutation(ENTITY);
  const refreshAccess = useRefreshAccess();

  const save = async (data: JsonObject): Promise<Outcome<EntityRecord>> => {
    const outcome = await mutate(
      async (provider) =>
        (await provider.update<EntityRecord>(ENTITY, { id, data, previousData: record })).data,
    );
    if (outcome.answer) await refreshAccess();
    return outcome;
  };

  return (
    <FormDialog title="Edit workspace" onClose={onClose}>
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
      {record && check ? (
        <EntityForm
          model={entityByName(ENTITY)}
          check={check}
          mode="edit"
          record={record as unknown as JsonObject}
          inDialog
          save={save}
          onSaved={onClose}
          onCancel={onClose}
        />
      ) : (
        !error && <FormSkeleton fields={1} />
      )}
    </FormDialog>
  );
};
