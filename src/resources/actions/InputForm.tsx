import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import { useFormCheck } from '../form/useCheck.ts';
import { formByName } from '../product.ts';

export interface InputFormProps {
  /** Name of a form in `schemas/forms`. */
  form: string;
  pending: boolean;
  error?: string;
  /** Resolves to the faults of the input, which are shown at their fields. */
  onSubmit: (input: JsonObject) => Promise<FieldErrors | undefined>;
  onClose: () => void;
}

/** The fields of a form with its button, as the content of a dialog. */
export const InputForm = ({ form, pending, error, onSubmit, onClose }: InputFormProps) => {
  const model = formByName(form);
  const check = useFormCheck(form);
  if (!check) return null;
  return (
    <RecordForm model={model} check={check} mode="create" autoFocus onSave={onSubmit}>
      {error && <Alert severity="error">{error}</Alert>}
      <DialogActions sx={{ px: 0, pb: 0, mt: 1 }}>
        <Button onClick={onClose} disabled={pending}>
          {model.submit === 'Cancel' ? 'Back' : 'Cancel'}
        </Button>
        <Button type="submit" variant="contained" loading={pending}>
          {model.submit}
        </Button>
      </DialogActions>
    </RecordForm>
  );
};
