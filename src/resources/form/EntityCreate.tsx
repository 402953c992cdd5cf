import { CreateBase } from 'ra-core';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useRecordMutation } from '../actions/useRecordMutation.ts';
import { type ConsoleEntity, useEntity } from '../product.ts';
import { EntityForm } from './save/EntityForm.tsx';
import { FormScreen, useCloseForm } from './FormScreen.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { useCheck } from './useCheck.ts';

/** The screen that makes a new record of an entity: a page, or a dialog above its list. */
export function EntityCreate() {
  const model = useEntity();
  return (
    <CreateBase resource={model.name} redirect={false} mutationMode="pessimistic">
      <CreateForm model={model} />
    </CreateBase>
  );
}

function CreateForm({ model }: { model: ConsoleEntity }) {
  const check = useCheck(model.name);
  const mutate = useRecordMutation(model.name);
  const { close, done } = useCloseForm(model);
  return (
    <FormScreen model={model} title={`Create ${model.title.toLowerCase()}`} onClose={close}>
      {check ? (
        <EntityForm
          model={model}
          check={check}
          mode="create"
          inDialog={model.form.as === 'dialog'}
          save={(data) =>
            mutate(async (provider) => (await provider.create<EntityRecord>(model.name, { data })).data)
          }
          onSaved={(saved) => done(saved.id)}
          onCancel={close}
        />
      ) : (
        <FormSkeleton fields={model.fields.length} />
      )}
    </FormScreen>
  );
}
