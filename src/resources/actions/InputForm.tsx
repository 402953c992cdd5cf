import { Suspense, use } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { schemas } from 'virtual:schemas';
import type { Check } from '../../../schemas/model/check.ts';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import { RecordForm } from '../form/RecordForm.tsx';
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

const checks = new Map<string, Promise<Check>>();

/** The compiled check of a form, loaded once. */
const checkOf = (form: string): Promise<Check> => {
  const known = checks.get(form);
  if (known) return known;
  const load = schemas[form];
  if (!load) throw new Error(`There is no form named "${form}".`);
  const loading = load().then((module) => module.check);
  checks.set(form, loading);
  return loading;
};

/** The fields of a form with its button, as the content of a dialog. */
export const InputForm = (props: InputFormProps) => (
  <Suspense fallback={null}>
    <LoadedForm {...props} />
  </Suspense>
);

const LoadedForm = ({ form, pending, error, onSubmit, onClose }: InputFormProps) => {
  const model = formByName(form);
  const check = use(checkOf(form));
  return (
    <RecordForm model={model} check={check} mode="create" onSave={onSubmit}>
      {error && <Alert severity="error">{error}</Alert>}
      <DialogActions>
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
