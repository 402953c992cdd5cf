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
  /** The searched text, as the new record's name. */
  suggestedName: string;
  onCreated: (record: EntityRecord) => void;
  onClose: () => void;
}

/** Creates a record of another entity without leaving the form that refers to it. */
export function CreateInlineDialog({ model, suggestedName, onCreated, onClose }: CreateInlineDialogProps) {
  const validator = useFormValidator(model.name);
  // The model's lazy parts are loaded along with the validator.
  const dialogModel = useMemo(() => (validator ? withoutPanels(model) : model), [model, validator]);
  const access = useFormAccess();
  const notify = useNotify();
  const mutate = useRecordMutation(model.name);
  const handle = useRef<RecordFormHandle>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const [record] = useState(() => buildRecord(model, suggestedName));

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
  const close = (): void => (handle.current?.isDirty() ? setIsLeaving(true) : onClose());

  return (
    <FormDialog title={t('Create %{title}', { title: model.title.toLowerCase() })} onClose={close}>
      {validator ? (
        <RecordForm
          ref={handle}
          model={dialogModel}
          validator={validator}
          record={record}
          mode="create"
          autoFocus
          {...access}
          onSave={save}
        >
          <SaveBar label={t('Create')} onCancel={close} inDialog />
        </RecordForm>
      ) : null}
      {isLeaving ? <LeaveDialog onLeave={onClose} onStay={() => setIsLeaving(false)} /> : null}
    </FormDialog>
  );
}

/** A dialog has room for the fields only: no panels, no panes. */
const withoutPanels = (model: ConsoleEntity): ConsoleEntity => ({
  ...model,
  form: { ...model.form, layout: model.form.layout === 'panes' ? 'page' : model.form.layout, panels: [] },
});

function buildRecord(model: ConsoleEntity, suggestedName: string): JsonObject {
  const defaults = buildDefaults(model.fields);
  const name = /\{\{\s*(\w+)/.exec(model.recordTitle)?.[1];
  const field = model.fields.find((one) => one.name === name && one.type === 'text');
  return field && suggestedName ? { ...defaults, [field.name]: suggestedName } : defaults;
}
