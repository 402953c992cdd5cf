import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { useState } from 'react';
import type { FieldErrors, Json, JsonObject } from '../../../schemas/model/types.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import type { Check } from '../../../schemas/model/check.ts';
import { useFormCheck } from '../form/useCheck.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { type ConsoleForm, formByName } from '../product.ts';
import { useActionRecords } from './actionRecords.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface InputFormProps {
  /** Name of a form in `schemas/forms`. */
  form: string;
  pending: boolean;
  error?: string;
  /** Resolves to the faults of the input, which are shown at their fields. */
  onSubmit: (input: JsonObject) => Promise<FieldErrors | undefined>;
  onClose: () => void;
}

/** Fields that begin with what one record has must be filled in; where it is not one, they are not there. */
const formFor = (model: ConsoleForm, records: readonly ListRecord[]): ConsoleForm => ({
  ...model,
  fields: model.fields.flatMap((field) => {
    if (field.prefillFrom === undefined) return [field];
    return records.length === 1 ? [{ ...field, required: true }] : [];
  }),
});

const beginnings = ({ fields }: ConsoleForm, [record]: readonly ListRecord[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap(({ name, prefillFrom }): [string, Json][] => {
      const held = prefillFrom === undefined ? undefined : record?.[prefillFrom];
      return held === undefined ? [] : [[name, held]];
    }),
  );

/** The fields of a form with its button, as the content of a dialog. */
export const InputForm = (props: InputFormProps) => {
  const check = useFormCheck(props.form);
  return check ? <LoadedForm {...props} check={check} /> : null;
};

const LoadedForm = ({
  form,
  check,
  pending,
  error,
  onSubmit,
  onClose,
}: InputFormProps & { check: Check }) => {
  const records = useActionRecords();
  const [model] = useState(() => formFor(formByName(form), records));
  return (
    <RecordForm
      model={model}
      check={check}
      initialValues={beginnings(model, records)}
      mode="create"
      autoFocus
      onSave={onSubmit}
    >
      {error && <Alert severity="error">{error}</Alert>}
      <DialogActions sx={{ px: 0, pb: 0, mt: 1 }}>
        <Button onClick={onClose} disabled={pending}>
          {model.submit === t('Cancel') ? t('Back') : t('Cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={pending}>
          {model.submit}
        </Button>
      </DialogActions>
    </RecordForm>
  );
};
