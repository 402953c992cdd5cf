import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { useState } from 'react';
import type { FieldErrors, Json, JsonObject } from '../../../schemas/model/types.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { useFormValidator } from '../form/useFormValidator.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { type ConsoleForm, formByName } from '../product.ts';
import { useActionRecords } from './actionRecords.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface InputFormProps {
  /** Name of a form in `schemas/forms`. */
  formName: string;
  pending: boolean;
  error?: string;
  /** Resolves to validation errors, shown at their fields. */
  onSubmit: (input: JsonObject) => Promise<FieldErrors | undefined>;
  onClose: () => void;
}

/** Prefilled fields are required when one record is selected, and left out otherwise. */
const applyPrefillRules = (model: ConsoleForm, records: readonly ListRecord[]): ConsoleForm => ({
  ...model,
  fields: model.fields.flatMap((field) => {
    if (field.prefillFrom === undefined) return [field];
    return records.length === 1 ? [{ ...field, required: true }] : [];
  }),
});

const prefillValues = ({ fields }: ConsoleForm, [record]: readonly ListRecord[]): JsonObject =>
  Object.fromEntries(
    fields.flatMap(({ name, prefillFrom }): [string, Json][] => {
      const value = prefillFrom === undefined ? undefined : record?.[prefillFrom];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A form with its buttons, as the content of a dialog. */
export const InputForm = (props: InputFormProps) => {
  const validator = useFormValidator(props.formName);
  return validator ? <LoadedForm {...props} validator={validator} /> : null;
};

const LoadedForm = ({
  formName,
  validator,
  pending,
  error,
  onSubmit,
  onClose,
}: InputFormProps & { validator: SchemaValidator }) => {
  const records = useActionRecords();
  const [model] = useState(() => applyPrefillRules(formByName(formName), records));
  return (
    <RecordForm
      model={model}
      validator={validator}
      initialValues={prefillValues(model, records)}
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
