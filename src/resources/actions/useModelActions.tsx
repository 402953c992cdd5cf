import { type RefObject, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ActionModel, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import type { ConsoleEntity } from '../product.ts';
import { actionDialog, type Step } from './actionDialog.tsx';
import type { Place } from '../changes/actionEntries.ts';
import type { Failure } from '../changes/failures.ts';
import { hasScreen } from '../paths.ts';
import { toErrorsState } from '../fieldKit/errorsState.ts';
import { useOpenPath } from '../openPath.ts';
import { useRights } from '../changes/useRights.ts';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** An action and what it is about to be done with; no records for an action on the list itself. */
export interface PendingAction {
  action: ActionModel;
  place: Place;
  records: ListRecord[];
  /** The form around has input that is stored first. */
  savesFirst?: boolean;
}

interface ModelActionOptions {
  /** Hears the records that it was done with. */
  onDone?: (ids: string[]) => void;
  /** Input of a form around, which is stored before an action works with the record. */
  formRef?: RefObject<EntityFormHandle | null>;
}

/**
 * Runs the actions of the schema: asks for confirmation or input where the schema says so, stores what the form around
 * holds, does them and tells what was refused. `pending` is the id of the one that is being done. Render `dialog` where
 * the hook is used.
 */
export const useModelActions = (model: ConsoleEntity, { onDone, formRef }: ModelActionOptions = {}) => {
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const running = useRef(false);
  const mutate = useRecordMutation(model.name);
  const { may, context } = useRights(model);
  const notify = useNotify();
  const provider = useDataProvider<ConsoleDataProvider>();
  const navigate = useNavigate();
  const paths = useOpenPath(model);
  const close = (): void => setStep({ name: 'idle' });

  const one = (job: PendingAction, record: ListRecord | undefined, input?: JsonObject) => {
    const { action } = job;
    const version = action.transition ? record?.version : undefined;
    return mutate((provider) =>
      provider.action(model.name, record?.id ?? null, action.id, input, { version }),
    );
  };

  /** Resolves to the faults of the input where the action was refused for them. */
  const runOne = async (job: PendingAction, input?: JsonObject): Promise<FieldErrors | undefined> => {
    const { action, place } = job;
    const [record] = place === 'list' ? [] : job.records;
    const { failure } = await one(job, record, input);
    if (!failure) return handleSuccess(action, record ? [record.id] : []);
    const { fields, code } = failure;
    const message = sentenceOf(model, action, failure);
    if (code === 'STATE' || code === 'STALE') {
      setStep({
        name: 'refused',
        title: t('%{label} failed', { label: action.label }),
        sentences: sentencesOf(failure, record),
      });
    } else if (failure.isChecked) {
      // The dialog asks again for what they find.
      setStep({
        name: 'ask',
        ...job,
        refusal: failure,
        error: t('Not done: something else was found meanwhile. Look at the list again.'),
      });
    } else if (action.checks && Object.keys(fields).length === 0) {
      setStep({ name: 'ask', ...job, error: message });
    } else if (action.input) {
      // Faults at the fields of the form say it all.
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
      const message = sentenceOf(model, action, failure);
      setStep({ name: 'ask', ...job, error: action.input ? undefined : message });
      if (!action.input && !action.confirm) notify(message, { type: 'error' });
      return ofInput(failure.fields);
    }
    const left = records.filter(({ id }) => id in answer.failed);
    if (left.length < records.length) handleSuccess(action, answer.done);
    if (left.length > 0) {
      setStep({
        name: 'failed',
        title: t('%{label} failed for %{count} of %{all}', {
          label: action.label,
          count: left.length,
          all: records.length,
        }),
        obstacles: left.map((record) => ({
          ...{ key: record.id, entity: model.name, id: record.id, title: recordTitle(model, record) },
          detail: answer.failed[record.id]?.message,
        })),
      });
    }
    return undefined;
  };

  const handleSuccess = (action: ActionModel, ids: string[]): undefined => {
    const isFilled = action.success?.includes('{{');
    const notifySuccess = (): void =>
      notify((!isFilled && action.success) || t('%{label}: done', { label: action.label }), {
        type: 'success',
      });
    if (isFilled || (action.undo && may(action.undo.by)))
      void import('./tellUndo.ts').then(
        (it) => it.tellUndo(model, action, ids, { provider, mutate, notify, context, may }),
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
      const ready = await saved(job);
      if (!ready) return {};
      return await (ready.records.length > 1 ? runMany(ready, input) : runOne(ready, input));
    } finally {
      running.current = false;
    }
  };

  /** The job on what the form around held, once that is stored; nothing where it could not be. */
  const saved = async (job: PendingAction): Promise<PendingAction | undefined> => {
    if (!job.savesFirst || !formRef?.current?.isDirty()) return job;
    const record = await formRef.current.save();
    if (record) return { ...job, records: [record], savesFirst: false };
    close();
    notify(t('%{label} failed: your changes could not be saved.', { label: job.action.label }), {
      type: 'warning',
    });
    return undefined;
  };

  /** `records` are what a row, a record or a selection is about; only an action on the list has none. */
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
    if (action.checks) void ask(job);
    else if (action.confirm || action.input) setStep({ name: 'ask', ...job });
    else void run(job);
  };

  /** What is checked is what is stored. */
  const ask = async (job: PendingAction): Promise<void> => {
    running.current = true;
    try {
      const ready = await saved(job);
      if (ready) setStep({ name: 'ask', ...ready });
    } finally {
      running.current = false;
    }
  };

  const mayEdit = may('update') && hasScreen(model);
  const show = (record: ListRecord, faults: FieldErrors): void => {
    close();
    if (formRef?.current) formRef.current.showErrors(faults);
    else void navigate(paths('edit', record.id), { state: toErrorsState(faults) });
  };

  return {
    start,
    pending: step.name === 'run' ? step.action.id : undefined,
    dialog: actionDialog(model, step, run, close, mayEdit ? show : undefined),
  };
};

/** Why it was refused and, where somebody came first, who that was. */
const sentencesOf = ({ message, current }: Failure, record: ListRecord | undefined): string[] => {
  const isStale = record !== undefined && Number(current?.['version'] ?? 0) > record.version;
  if (!isStale) return [message];
  const by = current?.['updatedBy'];
  const who = typeof by === 'string' && by !== '' ? t('%{by} changed it', { by }) : t('It was changed');
  return [message, t('%{who} in the meantime. What you see is up to date again.', { who })];
};

/** Faults of the input of a call on several records, whose body holds it below `/input`. */
const ofInput = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([at, said]) => [at.replace(/^\/input(?=\/|$)/, ''), said]));

/** What a service says of its refusal; where it failed itself, the sentence that the schema has for that. */
const sentenceOf = (
  { failures }: ConsoleEntity,
  { id }: ActionModel,
  { status, message }: Failure,
): string => (status >= 500 ? (failures?.[id] ?? message) : message);
