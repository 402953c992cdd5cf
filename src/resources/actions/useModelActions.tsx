import { useState } from 'react';
import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { matches } from '../../../schemas/model/match.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ActionModel, FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fields/types.ts';
import { ConfirmDialog, FailedDialog, InputDialog } from './dialogs.ts';
import type { Obstacle } from './FailedDialog.tsx';
import type { Failure } from './failures.ts';
import { type Outcome, useRecordMutation } from './useRecordMutation.ts';
import type { Rights } from './useRights.ts';
import type { ConsoleEntity } from '../product.ts';

/** An action and what it is about to be done with; no records for an action on the list itself. */
interface Job {
  action: ActionModel;
  place: Place;
  records: ListRecord[];
}
type Step =
  | { name: 'idle' }
  | ({ name: 'ask' | 'run'; error?: string } & Job)
  | { name: 'failed'; title: string; obstacles: Obstacle[] };

type Place = ActionModel['on'][number];

/** The actions of the schema that this place offers for these records to this person. */
export const actionsFor = (
  model: ConsoleEntity,
  place: Place,
  records: ListRecord[],
  { may, context }: Rights,
): ActionModel[] =>
  model.actions.filter(
    (action) =>
      action.on.includes(place) &&
      may(action.id) &&
      records.every((record) => matches(action.when, record, context)),
  );

/**
 * Runs the actions of the schema: asks for confirmation or input where the schema says so, does them one record after
 * the other, and tells what failed. Render `dialog` where the hook is used.
 */
export const useModelActions = (model: ConsoleEntity, onDone?: () => void) => {
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const close = () => setStep({ name: 'idle' });

  /** Resolves to the faults of the input where the action was refused for them. */
  const run = async (job: Job, input?: JsonObject): Promise<FieldErrors | undefined> => {
    setStep({ name: 'run', ...job });
    const { action, records } = job;
    const results = await runAll(job, (id) =>
      mutate((provider) => provider.action(model.name, id, action.id, input)),
    );
    const failed = results.flatMap(({ record, failure }) => (failure ? [{ record, failure }] : []));
    const [first] = failed;
    if (first && results.length === 1) {
      const { fields, message } = first.failure;
      // Faults at the fields of the form say it all.
      const error = Object.keys(fields).length > 0 && action.input ? undefined : message;
      if (action.confirm || action.input) setStep({ name: 'ask', ...job, error });
      else {
        close();
        notify(message, { type: 'error' });
      }
      return fields;
    }
    if (failed.length < results.length) {
      notify(action.success ?? `${action.label}: done`, { type: 'success' });
      onDone?.();
    }
    if (failed.length === 0) {
      close();
      return undefined;
    }
    setStep({
      name: 'failed',
      title: `${action.label} failed for ${failed.length} of ${records.length}`,
      obstacles: failed.flatMap(({ record, failure }) =>
        record === null
          ? []
          : {
              key: record.id,
              entity: model.name,
              id: record.id,
              title: recordTitle(model, record),
              detail: failure.message,
            },
      ),
    });
    return undefined;
  };

  /** `records` are what a row, a record or a selection is about; only an action on the list has none. */
  const start = (action: ActionModel, place: Place, records: ListRecord[]): void => {
    if (place !== 'list' && records.length === 0) return;
    const job = { action, place, records };
    if (action.confirm || action.input) setStep({ name: 'ask', ...job });
    else void run(job);
  };

  return { start, dialog: dialogFor(step, run, close) };
};

/** One after the other; the collection's own verb, without a record, only for an action on the list. */
const runAll = async (
  { place, records }: Job,
  call: (id: string | null) => Promise<Outcome<unknown>>,
): Promise<{ record: ListRecord | null; failure?: Failure }[]> => {
  const results: { record: ListRecord | null; failure?: Failure }[] = [];
  for (const record of place === 'list' ? [null] : records) {
    const { failure } = await call(record?.id ?? null);
    results.push({ record, failure });
  }
  return results;
};

const dialogFor = (
  step: Step,
  run: (job: Job, input?: JsonObject) => Promise<FieldErrors | undefined>,
  close: () => void,
): ReactNode => {
  if (step.name === 'idle') return null;
  if (step.name === 'failed') {
    return <FailedDialog title={step.title} message="" obstacles={step.obstacles} onClose={close} />;
  }
  const { action } = step;
  const pending = step.name === 'run';
  if (action.input) {
    return (
      <InputDialog
        form={action.input}
        title={action.label}
        intro={action.confirm}
        pending={pending}
        error={step.error}
        onSubmit={(input) => run(step, input)}
        onClose={close}
      />
    );
  }
  if (!action.confirm) return null;
  return (
    <ConfirmDialog
      title={`${action.label}?`}
      confirmLabel={action.label}
      danger={action.tone === 'danger'}
      pending={pending}
      error={step.error}
      onConfirm={() => void run(step)}
      onClose={close}
    >
      <Typography variant="body2">{action.confirm}</Typography>
    </ConfirmDialog>
  );
};
