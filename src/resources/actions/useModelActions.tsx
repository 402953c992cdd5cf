import { useState } from 'react';
import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { useDataProvider, useNotify } from 'ra-core';
import { matches } from '../../../schemas/model/match.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ActionModel, JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import type { ListRecord } from '../fields/types.ts';
import { ConfirmDialog, FailedDialog, InputDialog } from './dialogs.ts';
import type { Obstacle } from './FailedDialog.tsx';
import { messageOf } from './failures.ts';
import { useRecordCache } from './useRecordCache.ts';
import type { Rights } from './useRights.ts';
import type { ConsoleEntity } from '../product.ts';

/** An action and what it is about to be done with; no records for an action on the list itself. */
interface Job {
  action: ActionModel;
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
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const cache = useRecordCache(model.name);
  const close = () => setStep({ name: 'idle' });

  const run = async (job: Job, input?: JsonObject): Promise<void> => {
    setStep({ name: 'run', ...job });
    const { action, records } = job;
    try {
      const failed = await runAll(job, (id) => dataProvider.action(model.name, id, action.id, input));
      await cache.changed();
      if (failed.length < Math.max(records.length, 1)) {
        notify(action.success ?? `${action.label}: done`, { type: 'success' });
        onDone?.();
      }
      if (failed.length === 0) return close();
      setStep({
        name: 'failed',
        title: `${action.label} failed for ${failed.length} of ${records.length}`,
        obstacles: failed.map(({ record, error }) => ({
          key: record.id,
          entity: model.name,
          id: record.id,
          title: recordTitle(model, record),
          detail: messageOf(error),
        })),
      });
    } catch (error) {
      if (action.confirm || action.input) return setStep({ name: 'ask', ...job, error: messageOf(error) });
      close();
      notify(messageOf(error), { type: 'error' });
    }
  };

  const start = (action: ActionModel, records: ListRecord[]): void => {
    const job = { action, records };
    if (action.confirm || action.input) setStep({ name: 'ask', ...job });
    else void run(job);
  };

  return { start, dialog: dialogFor(step, run, close) };
};

/** One record at a time; a single one's failure is the caller's, of several those that failed are told. */
const runAll = async (
  { records }: Job,
  call: (id: string | null) => Promise<unknown>,
): Promise<{ record: ListRecord; error: unknown }[]> => {
  const [first] = records;
  if (records.length <= 1) {
    await call(first?.id ?? null);
    return [];
  }
  const failed: { record: ListRecord; error: unknown }[] = [];
  for (const record of records) {
    await call(record.id).catch((error: unknown) => failed.push({ record, error }));
  }
  return failed;
};

const dialogFor = (
  step: Step,
  run: (job: Job, input?: JsonObject) => Promise<void>,
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
        onSubmit={(input) => void run(step, input)}
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
