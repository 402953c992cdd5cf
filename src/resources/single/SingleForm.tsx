import { type Ref, useMemo } from 'react';
import { useMay } from '../../authProvider/AccessContext.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { ErrorState } from '../states/ListStates.tsx';
import { EntityForm } from '../form/save/EntityForm.tsx';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import { useFormValidator } from '../form/useFormValidator.ts';
import { entityByName, modelNamed } from '../product.ts';
import { type SingleModel, useSingle, toFormValues } from './useSingle.ts';

interface SingleFormProps {
  model: SingleModel;
  inDialog?: boolean;
  onSaved?: () => void;
  onCancel?: () => void;
  ref?: Ref<EntityFormHandle>;
}

/** The form of the single record of the workspace or of the signed-in user. */
export const SingleForm = ({ model: { name }, inDialog, onSaved, onCancel, ref }: SingleFormProps) => {
  const validator = useFormValidator(name);
  // Completed by loading the validator.
  const model = modelNamed(name);
  const may = useMay();
  const { entity, record, error, refetch, save } = useSingle(model);
  const values = useMemo(() => record && toFormValues(model, record), [model, record]);
  if (error && !record) {
    return <ErrorState inPlace error={error} onRetry={() => void refetch()} />;
  }
  if (!values || !validator)
    return <FormSkeleton fields={model.fields.length || 3} form={inDialog ? undefined : model.form} />;
  return (
    <EntityForm
      ref={ref}
      model={model}
      entity={entity}
      validator={validator}
      mode="edit"
      record={values}
      readOnly={entityByName(entity).single === 'workspace' && !may(entity, 'edit')}
      inDialog={inDialog}
      save={save}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  );
};
