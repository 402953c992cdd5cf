import { type RefObject, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ActionModel, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import type { ConsoleEntity } from '../product.ts';
import { renderActionDialog, type ActionStep } from './renderActionDialog.tsx';
import type { Place } from '../changes/actionEntries.ts';
import type { Failure } from '../changes/failures.ts';
import { hasScreen } from '../paths.ts';
import { toErrorsState } from '../fieldKit/errorsState.ts';
import { useOpenPath } from '../openPath.ts';
import { useRights } from '../changes/useRights.ts';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** An action and the records that it will run on; none for an action of the list. */
export interface PendingAction {
  action: ActionModel;
  place: Place;
  records: ListRecord[];
  /** The surrounding form has changes, which are saved first. */
  savesFirst?: boolean;
}

interface ModelActionOptions {
  /** Called with the ids of the records that it ran on. */
  onDone?: (ids: string[]) => void;
  /** The surrounding form, whose changes are saved before an action runs. */
  formRef?: RefObject<EntityFormHandle | null>;
}

/**
 * Runs the actions of the schema: asks for confirmation or input, saves the surrounding form, calls the services and
 * reports failures. `pending` is the id of the running action. Render `dialog` where the hook is used.
 */
export const useModelActions = (model: ConsoleEntity, { onDone, formRef }: ModelActionOptions = {}) => {
  const [step, setStep] = useState<ActionStep>({ name: 'idle' });
  const running = useRef(false);
  const mutate = useRecordMutation(model.name);
  const { may, context } = useRights(model);
  const notify = useNotify();
  const provider = useDataProvider<ConsoleDataProvider>();
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const close = (): void => setStep({ name: 'idle' });

  const callAction = (job: PendingAction, record: ListRecord | undefined, input?: JsonObject) => {
    const { action } = job;
    const version = action.transition ? record?.version : undefined;
    return mutate((provider) =>
      provider.action(model.name, record?.id ?? null, action.id, input, { version }),
    );
  };

  /** Resolves to the validation errors of the input. */
  const runOne = async (job: PendingAction, input?: JsonObject): Promise<FieldErrors | undefined> => {
    const { action, place } = job;
    const [record] = place === 'list' ? [] : job.records;
    const { failure } = await callAction(job, record, input);
    if (!failure) return handleSuccess(action, record ? [record.id] : []);
    const { fields, code } = failure;
    const message = failureMessage(model, action, failure);
    if (code === 'STATE' || code === 'STALE') {
      setStep({
        name: 'refused',
        title: t('%{label} failed', { label: action.label }),
        sentences: failureSentences(failure, record),
      });
    } else if (failure.isChecked) {
      // The dialog runs the checks again.
      setStep({
        name: 'ask',
        ...job,
        refusal: failure,
        error: t('Not done: something else was found meanwhile. Look at the list again.'),
      });
    } else if (action.checks && Object.keys(fields).length === 0) {
      setStep({ name: 'ask', ...job, error: message });
    } else if (action.input) {
      // Errors at the fields need no further message.
      setStep({ name: 'ask', ...job, error: Object.keys(fields).length > 0 ? undefined : message });
    } else if (Object.keys(fields).length > 0 && formRef?.current) {
      close();
      formRef.current.showErrors(fields);
      notify(t('%{label} failed: %{message}', { label: action.label, message }), { type: 'error' });
    } else if (action.confirm) setStep({ name: 'ask', ...job, error: message });
    else {
      close();
      notify(message, { type: 'error' });
    }
    return fields;
  };

  const runMany = async (job: PendingAction, input?: JsonObject): Promise<FieldErrors | undefined> => {
    const { action, records } = job;
    const ids = records.map(({ id }) => id);
    const { confirmed, ...rest } = action.checks ? (input ?? {}) : {};
    const { answer, failure } = await mutate((provider) =>
      action.checks
        ? provider.actionOnMany(model.name, ids, action.id, rest, confirmed as string[] | undefined)
        : provider.actionOnMany(model.name, ids, action.id, input),
    );
    if (failure) {
      const message = failureMessage(model, action, failure);
      setStep({ name: 'ask', ...job, error: action.input ? undefined : message });
      if (!action.input && !action.confirm) notify(message, { type: 'error' });
      return toInputErrors(failure.fields);
    }
    const failedRecords = records.filter(({ id }) => id in answer.failed);
    if (failedRecords.length < records.length) handleSuccess(action, answer.done);
    if (failedRecords.length > 0) {
      setStep({
        name: 'failed',
        title: t('%{label} failed for %{count} of %{all}', {
          label: action.label,
          count: failedRecords.length,
          all: records.length,
        }),
        obstacles: failedRecords.map((record) => ({
          ...{ key: record.id, entity: model.name, id: record.id, title: recordTitle(model, record) },
          detail: answer.failed[record.id]?.message,
        })),
      });
    }
    return undefined;
  };

  const handleSuccess = (action: ActionModel, ids: string[]): undefined => {
    const hasPlaceholders = action.success?.includes('{{');
    const notifySuccess = (): void =>
      notify((!hasPlaceholders && action.success) || t('%{label}: done', { label: action.label }), {
        type: 'success',
      });
    if (hasPlaceholders || (action.undo && may(action.undo.by)))
      void import('./notifyWithUndo.ts').then(
        (it) => it.notifyWithUndo(model, action, ids, { provider, mutate, notify, context, may }),
        notifySuccess,
      );
    else notifySuccess();
    close();
    onDone?.(ids);
  };

  const run = async (job: PendingAction, input?: JsonObject): Promise<FieldErrors | undefined> => {
    if (running.current) return {};
    running.current = true;
    setStep({ name: 'run', ...job });
    try {
      const ready = await saveFormFirst(job);
      if (!ready) return {};
      return await (ready.records.length > 1 ? runMany(ready, input) : runOne(ready, input));
    } finally {
      running.current = false;
    }
  };

  /** Saves the surrounding form; resolves to the job on the saved record, or undefined where saving failed. */
  const saveFormFirst = async (job: PendingAction): Promise<PendingAction | undefined> => {
    if (!job.savesFirst || !formRef?.current?.isDirty()) return job;
    const record = await formRef.current.save();
    if (record) return { ...job, records: [record], savesFirst: false };
    close();
    notify(t('%{label} failed: your changes could not be saved.', { label: job.action.label }), {
      type: 'warning',
    });
    return undefined;
  };

  /** @param records of the row, the page or the selection; empty only for actions of the list */
  const start = (action: ActionModel, place: Place, records: ListRecord[]): void => {
    if (running.current || (place !== 'list' && records.length === 0)) return;
    const savesFirst = formRef?.current?.isDirty() ?? false;
    if (savesFirst && !formRef?.current?.validate()) {
      notify(
        t('%{label} saves your changes first: please check the highlighted fields.', { label: action.label }),
        {
          type: 'warning',
        },
      );
      return;
    }
    const job = { action, place, records, savesFirst };
    if (action.checks) void openChecks(job);
    else if (action.confirm || action.input) setStep({ name: 'ask', ...job });
    else void run(job);
  };

  /** Saves first, since checks read the stored record. */
  const openChecks = async (job: PendingAction): Promise<void> => {
    running.current = true;
    try {
      const ready = await saveFormFirst(job);
      if (ready) setStep({ name: 'ask', ...ready });
    } finally {
      running.current = false;
    }
  };

  const mayEdit = may('update') && hasScreen(model);
  const showErrors = (record: ListRecord, errors: FieldErrors): void => {
    close();
    if (formRef?.current) formRef.current.showErrors(errors);
    else void navigate(paths('edit', record.id), { state: toErrorsState(errors) });
  };

  return {
    start,
    pending: step.name === 'run' ? step.action.id : undefined,
    dialog: renderActionDialog(model, step, run, close, mayEdit ? showErrors : undefined),
  };
};

/** The reason of a rejection and, for a stale version, who changed the record. */
const failureSentences = ({ message, current }: Failure, record: ListRecord | undefined): string[] => {
  const isStale = record !== undefined && Number(current?.['version'] ?? 0) > record.version;
  if (!isStale) return [message];
  const by = current?.['updatedBy'];
  const who = typeof by === 'string' && by !== '' ? t('%{by} changed it', { by }) : t('It was changed');
  return [message, t('%{who} in the meantime. What you see is up to date again.', { who })];
};

/** Converts the errors of a bulk call, whose body has the input below `/input`. */
const toInputErrors = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([pointer, message]) => [pointer.replace(/^\/input(?=\/|$)/, ''), message]),
  );

/** The message of the services; for errors of their own the schema's text (`failures`). */
const failureMessage = (
  { failures }: ConsoleEntity,
  { id }: ActionModel,
  { status, message }: Failure,
): string => (status >= 500 ? (failures?.[id] ?? message) : message);
