import { CreateBase } from 'react-admin';
import { opensInDialog } from '../../../schemas/model/opensInDialog.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { useLocation } from 'react-router';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { type ConsoleEntity, useEntity } from '../product.ts';
import { EntityForm } from '../form/save/EntityForm.tsx';
import { FormScreen, useCloseForm } from '../form/FormScreen.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { RecordSaveContext } from './RecordSaveContext.tsx';
import { useFormValidator } from '../form/useFormValidator.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The create screen of an entity: a page, or a dialog above its list. */
export function EntityCreate() {
  const model = useEntity();
  return (
    <CreateBase resource={model.name} redirect={false} mutationMode="pessimistic">
      <CreateForm model={model} />
    </CreateBase>
  );
}

function CreateForm({ model }: { model: ConsoleEntity }) {
  const validator = useFormValidator(model.name);
  const mutate = useRecordMutation(model.name);
  const isDialog = opensInDialog(model.form, 'create');
  const { close, done } = useCloseForm(model, isDialog);
  const initialValues = useInitialValues(model);
  const create = (data: object) =>
    mutate(async (provider) => (await provider.create<EntityRecord>(model.name, { data })).data);
  return (
    <RecordSaveContext title={model.title} save={create}>
      <FormScreen
        model={model}
        isDialog={isDialog}
        isNew
        title={model.addLabel ?? t('Create %{title}', { title: model.title.toLowerCase() })}
        onClose={close}
      >
        {validator ? (
          <EntityForm
            model={model}
            validator={validator}
            mode="create"
            initialValues={initialValues}
            inDialog={isDialog}
            save={create}
            onSaved={(saved, isMore) => done(saved, true, isMore)}
            onCancel={close}
          />
        ) : (
          <FormSkeleton fields={model.fields.length} form={isDialog ? undefined : model.form} />
        )}
      </FormScreen>
    </RecordSaveContext>
  );
}

/** Initial values from the location's state, limited to the entity's editable fields. */
function useInitialValues({ fields }: ConsoleEntity): JsonObject | undefined {
  const state: unknown = useLocation().state;
  const values: unknown =
    state !== null && typeof state === 'object' && 'record' in state ? state.record : undefined;
  if (values === null || typeof values !== 'object') return undefined;
  const known = new Set(fields.filter((field) => !field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
}
