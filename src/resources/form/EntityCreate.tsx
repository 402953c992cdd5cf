import { CreateBase, useSaveContext } from 'ra-core';
import type { JsonObject } from '../../../schemas/model/types.ts';
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
  const { save } = useSaveContext();
  const { close, done } = useCloseForm(model);
  return (
    <FormScreen model={model} title={`Create ${model.title.toLowerCase()}`} onClose={close}>
      {check && save ? (
        <EntityForm
          model={model}
          check={check}
          mode="create"
          inDialog={model.form.as === 'dialog'}
          save={save}
          onSaved={(saved: JsonObject) => done(saved['id'] as string)}
          onCancel={close}
        />
      ) : (
        <FormSkeleton fields={model.fields.length} />
      )}
    </FormScreen>
  );
}
