import { FormDialog } from '../form/FormDialog.tsx';
import { entityByName } from '../product.ts';
import { SingleForm } from './SingleForm.tsx';

interface SingleDialogProps {
  /** An entity with one record. */
  entity: string;
  onClose: () => void;
}

/** The form of an entity's one record over whatever screen there is. */
export const SingleDialog = ({ entity, onClose }: SingleDialogProps) => {
  const model = entityByName(entity);
  return (
    <FormDialog title={`Edit ${model.title.toLowerCase()}`} onClose={onClose}>
      <SingleForm model={model} inDialog onSaved={onClose} onCancel={onClose} />
    </FormDialog>
  );
};
