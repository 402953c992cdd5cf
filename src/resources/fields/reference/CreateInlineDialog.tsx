import { useNotify } from 'react-admin';
import { useMemo, useRef, useState } from 'react';
import type { EntityRecord, FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ConsoleEntity } from '../../product.ts';
import { FormDialog } from '../../form/FormDialog.tsx';
import type { RecordFormHandle } from '../../form/RecordForm.tsx';
import { RecordForm } from '../../form/RecordForm.tsx';
import { buildDefaults } from '../../fieldKit/buildDefaults.ts';
import { useFormValidator } from '../../form/useFormValidator.ts';
import { useFormAccess } from '../../fieldKit/useFormAccess.ts';
import { SaveBar } from '../../form/save/SaveBar.tsx';
import { LeaveDialog } from '../../form/save/LeaveGuard.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

interface CreateInlineDialogProps {
  model: ConsoleEntity;
  /** What was searched for becomes the new record's name. */
  suggested: string;
  onCreated: (record: EntityRecord) => void;
  onClose: () => void;
}

/** Makes a record of another entity without leaving the form that refers to it. */
export function CreateInlineDialog({ model, suggested, onCreated, onClose }: CreateInlineDialogProps) {
  const validator = useFormValidator(model.name);
  // The model is whole once the check has come.
  const narrow = useMemo(() => (validator ? withoutPanels(model) : model), [model, validator]);
  const person = useFormAccess();
  const notify = useNotify();
  const mutate = useRecordMutation(model.name);
  const handle = useRef<RecordFormHandle>(null);
  const [asking, setAsking] = useState(false);
  const [record] = useState(() => withName(model, suggested));

  const save = async (data: JsonObject): Promise<FieldErrors | undefined> => {
    const { answer, failure } = await mutate(
      async (provider) => (await provider.create<EntityRecord>(model.name, { data })).data,
    );
    if (failure) {
      if (Object.keys(failure.fields).length === 0) notify(failure.message, { type: 'error' });
      return failure.fields;
    }
    notify(t('%{title} created', { title: model.title }), { type: 'success' });
    onCreated(answer);
    return undefined;
  };
  const close = (): void => (handle.current?.isDirty() ? setAsking(true) : onClose());

  return (
    <FormDialog title={t('Create %{title}', { title: model.title.toLowerCase() })} onClose={close}>
      {validator ? (
        <RecordForm
          ref={handle}
          model={narrow}
          validator={validator}
          record={record}
          mode="create"
          autoFocus
          {...person}
          onSave={save}
        >
          <SaveBar label={t('Create')} onCancel={close} inDialog />
        </RecordForm>
      ) : null}
      {asking ? <LeaveDialog onLeave={onClose} onStay={() => setAsking(false)} /> : null}
    </FormDialog>
  );
}

/** A dialog has room for the fields: no panels beside them, no zones. */
const withoutPanels = (model: ConsoleEntity): ConsoleEntity => ({
  ...model,
  form: { ...model.form, layout: model.form.layout === 'panes' ? 'page' : model.form.layout, panels: [] },
});

function withName(model: ConsoleEntity, suggested: string): JsonObject {
  const defaults = buildDefaults(model.fields);
  const name = /\{\{\s*(\w+)/.exec(model.recordTitle)?.[1];
  const field = model.fields.find((one) => one.name === name && one.type === 'text');
  return field && suggested ? { ...defaults, [field.name]: suggested } : defaults;
}
