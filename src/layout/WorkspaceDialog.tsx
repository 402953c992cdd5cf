import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useGetOne, useNotify } from 'ra-core';
import type { EntityRecord, FieldErrors, JsonObject } from '../../schemas/model/types.ts';
import { useRefreshAccess } from '../authProvider/AccessContext.ts';
import { fieldErrors } from '../dataProvider/errors.ts';
import { messageOf } from '../resources/actions/failures.ts';
import { FormDialog } from '../resources/form/FormDialog.tsx';
import { FormSkeleton } from '../resources/form/FormSkeleton.tsx';
import { RecordForm } from '../resources/form/RecordForm.tsx';
import { useCheck } from '../resources/form/useCheck.ts';
import { entityByName } from '../resources/product.ts';

const ENTITY = 'workspace';

/** The workspace's form over whatever screen there is. */
export const WorkspaceDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const check = useCheck(ENTITY);
  const { data: record, error } = useGetOne<EntityRecord>(ENTITY, { id });
  const dataProvider = useDataProvider();
  const queries = useQueryClient();
  const refreshAccess = useRefreshAccess();
  const notify = useNotify();

  const save = async (values: JsonObject): Promise<FieldErrors | undefined> => {
    try {
      const data = { ...values, id, version: record?.version };
      await dataProvider.update(ENTITY, { id, data, previousData: record });
    } catch (failure) {
      const faults = fieldErrors(failure);
      if (Object.keys(faults).length === 0) notify(messageOf(failure), { type: 'error' });
      await queries.invalidateQueries({ queryKey: [ENTITY] });
      return faults;
    }
    notify('Workspace saved', { type: 'success' });
    await Promise.all([queries.invalidateQueries({ queryKey: [ENTITY] }), refreshAccess()]);
    onClose();
    return undefined;
  };

  return (
    <FormDialog title="Edit workspace" onClose={onClose}>
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
      {record && check ? (
        <RecordForm
          model={entityByName(ENTITY)}
          check={check}
          mode="edit"
          record={record as unknown as JsonObject}
          autoFocus
          onSave={save}
        >
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="contained">
              Save
            </Button>
          </DialogActions>
        </RecordForm>
      ) : (
        !error && <FormSkeleton fields={1} />
      )}
    </FormDialog>
  );
};
