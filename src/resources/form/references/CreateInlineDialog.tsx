import { useCreate, useNotify } from 'ra-core';
import { useState } from 'react';
import { defaultsOf } from '../../../../schemas/model/fields.ts';
import type { EntityRecord, FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';
import { fieldErrors } from '../../../dataProvider/errors.ts';
import type { ConsoleEntity } from '../../product.ts';
import { FormDialog } from '../FormDialog.tsx';
import type { RecordFormHandle } from '../RecordFormBase.tsx';
import { RecordForm } from '../RecordFormBase.tsx';
import { useCheck } from '../useCheck.ts';
import { usePerson } from '../usePerson.ts';
import { SaveBar } from '../save/SaveBar.tsx';
import { LeaveQuestion } from '../save/LeaveGuard.tsx';

interface CreateInlineDialogProps {
  model: ConsoleEntity;
  /** What was searched for becomes the new record's name. */
  suggested: string;
  onCreated: (record: EntityRecord) => void;
  onClose: () => void;
}

/** Makes a record of another entity without leaving the form that refers to it. */
export function CreateInlineDialog({ model, suggested, onCreated, onClose }: CreateInlineDialogProps) {
  const check = useCheck(model.name);
  const person = usePerson();
  const notify = useNotify();
  const [create] = useCreate<EntityRecord & { id: string }>();
  const [handle, setHandle] = useState<RecordFormHandle | null>(null);
  const [asking, setAsking] = useState(false);
  const [record] = useState(() => withName(model, suggested));

  const save = (data: JsonObject): Promise<FieldErrors | undefined> =>
    new Promise((resolve) => {
      void create(
        model.name,
        { data },
        {
          onSuccess: (made) => {
            notify(`${model.title} created`, { type: 'success' });
            onCreated(made);
            resolve(undefined);
          },
          onError: (error) => {
            const errors = fieldErrors(error);
            if (Object.keys(errors).length === 0)
              notify(error instanceof Error ? error.message : String(error), { type: 'error' });
            resolve(errors);
          },
        },
      );
    });
  const close = (): void => (handle?.isDirty() ? setAsking(true) : onClose());

  return (
    <FormDialog title={`Create ${model.title.toLowerCase()}`} onClose={close}>
      {check ? (
        <RecordForm
          ref={setHandle}
          model={model}
          check={check}
          record={record}
          mode="create"
          autoFocus
          {...person}
          onSave={save}
        >
          <SaveBar label="Create" onCancel={close} sticky />
        </RecordForm>
      ) : null}
      {asking ? <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} /> : null}
    </FormDialog>
  );
}

function withName(model: ConsoleEntity, suggested: string): JsonObject {
  const defaults = defaultsOf(model.fields) as JsonObject;
  const name = /\{\{\s*(\w+)/.exec(model.recordTitle)?.[1];
  const field = model.fields.find((one) => one.name === name && one.type === 'text');
  return field && suggested ? { ...defaults, [field.name]: suggested } : defaults;
}
