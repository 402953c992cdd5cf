import { EditBase, useEditContext } from 'react-admin';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import { opensInDialog } from '../../../schemas/model/opensInDialog.ts';
import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { UsedBy } from '../actions/dialogs.ts';
import { RecordBadges, RecordTitle } from '../actions/RecordTitle.tsx';
import { Cell } from '../fieldKit/Value.tsx';
import { useRecordActions } from '../actions/useRecordActions.tsx';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { useRights } from '../changes/useRights.ts';
import { RecordViewers } from '../live/RecordViewers.tsx';
import { Panel } from '../panels/Panel.tsx';
import { type ConsoleEntity, useEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { RecordFailed } from '../states/RecordFailed.tsx';
import { FULL_RECORD_META } from '../wholeRecord.ts';
import { FormFacts } from '../form/FormFacts.ts';
import { RecordSaveContext } from './RecordSaveContext.tsx';
import { findTitleField } from '../form/FormHead.tsx';
import { FormScreen, useCloseForm } from '../form/FormScreen.tsx';
import { readErrorsState } from '../fieldKit/errorsState.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { EntityForm } from '../form/save/EntityForm.tsx';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import { useFormValidator } from '../form/useFormValidator.ts';

/**
 * The edit screen: a page, or a dialog above its list. Users without the right to edit see a read-only form; the
 * services enforce that.
 */
export function EntityEdit() {
  const model = useEntity();
  const { id } = useParams();
  if (id === undefined) throw new Error(`The form of ${model.name} needs an id.`);
  return (
    <EditBase
      key={id}
      resource={model.name}
      id={id}
      redirect={false}
      mutationMode="pessimistic"
      // The right to read is enough for this screen; `useRights` decides below whether the form is editable.
      disableAuthentication
      redirectOnError={false}
      queryOptions={{ meta: FULL_RECORD_META, onError: () => undefined }}
      mutationOptions={{ meta: FULL_RECORD_META }}
    >
      <EditForm model={model} />
    </EditBase>
  );
}

function EditForm({ model }: { model: ConsoleEntity }) {
  const validator = useFormValidator(model.name);
  const { record, error, refetch } = useEditContext<EntityRecord>();
  const mutate = useRecordMutation(model.name);
  const update = (data: JsonObject) =>
    mutate(async (provider) => {
      const params = { id: record?.id ?? '', data, previousData: record };
      return (await provider.update<EntityRecord>(model.name, params)).data;
    });
  const form = useRef<EntityFormHandle>(null);
  const rights = useRights(model);
  const isDialog = opensInDialog(model.form, 'edit');
  const { close, done } = useCloseForm(model, isDialog);
  const stepActions = model.form.main.flatMap(({ action = [] }) => action);
  const actions = useRecordActions(model, record, {
    ...{ without: ['edit', ...stepActions], inDialog: isDialog, formRef: form, onDeleted: close },
  });
  const { state } = useLocation();
  const faults = readErrorsState(state);
  const isShown = record !== undefined && validator !== undefined;
  useEffect(() => {
    if (isShown && faults) form.current?.showErrors(faults);
  }, [isShown, faults]);
  const editRefusal = record && stateRuleRefusal(model, 'edit', record);
  // Records that are never editable need no reason.
  const isNeverEditable = model.lifecycle?.edit?.in.length === 0;
  const reason = isNeverEditable ? undefined : editRefusal;
  const isReadOnly = !rights.may('update') || editRefusal !== undefined;
  const renderTitle = (): ReactNode => {
    if (!record) return model.title;
    if (!isDialog) return recordTitle(model, record);
    // What an input of the dialog says is not its title as well.
    const isSaidBelow = !isReadOnly && findTitleField(model) !== undefined;
    const text = isSaidBelow ? t('Edit %{title}', { title: model.title.toLowerCase() }) : undefined;
    return <RecordTitle {...{ model, record, text }} />;
  };
  if (error && !record) {
    return (
      <FormScreen model={model} isDialog={isDialog} title={model.title} onClose={close}>
        <div style={{ margin: '0 calc(-1 * var(--edge))' }}>
          <RecordFailed {...{ model, error }} onRetry={() => void refetch()} onBack={close} />
        </div>
      </FormScreen>
    );
  }
  return (
    <RecordSaveContext
      title={model.title}
      save={record && ((values) => update({ ...record, ...values } as unknown as JsonObject))}
    >
      <FormScreen
        model={model}
        isDialog={isDialog}
        title={renderTitle()}
        state={record ? <RecordState model={model} record={record} /> : null}
        actions={
          record ? (
            <>
              <RecordViewers entity={model.name} id={record.id} />
              {model.source === 'table' && !model.single ? <UsedBy model={model} id={record.id} /> : null}
              {actions.head}
            </>
          ) : null
        }
        onClose={close}
      >
        {record && model.banner ? <Panel quiet name={model.banner.panel} /> : null}
        {record && validator ? (
          <EntityForm
            ref={form}
            model={model}
            validator={validator}
            mode="edit"
            record={record as unknown as JsonObject}
            readOnly={isReadOnly}
            readOnlyReason={rights.may('update') ? reason : undefined}
            isNeverEditable={isNeverEditable}
            extraActions={actions.beside}
            nextAction={actions.next}
            inDialog={isDialog}
            save={update}
            onSaved={(saved) => done(saved, false)}
            onCancel={close}
          />
        ) : (
          <FormSkeleton fields={model.fields.length} form={isDialog ? undefined : model.form} />
        )}
        {model.form.summary && model.form.aside.length === 0 && <FormFacts {...model.form.summary} />}
      </FormScreen>
    </RecordSaveContext>
  );
}

/** The record's lifecycle state and badges. */
function RecordState({ model, record }: { model: ConsoleEntity; record: EntityRecord }) {
  const field = model.fields.find(({ name }) => name === model.lifecycle?.field);
  return (
    <>
      {field ? <Cell field={field} value={record[field.name]} /> : null}
      <RecordBadges model={model} record={record} />
    </>
  );
}
