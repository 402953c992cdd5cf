import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ConsoleDataProvider, DeleteManyResponse } from '../../dataProvider/dataProvider.ts';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { DeleteManyDialog, DeleteOneDialog, FailedDialog } from './dialogs.ts';
import type { Obstacle } from '../changes/failures.ts';
import { type Failure, toFailure } from '../changes/failures.ts';
import { countLabel } from '../entityLabels.ts';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { useRestoreDeleted } from './useRestoreDeleted.ts';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

type Step =
  | { name: 'idle' }
  | { name: 'ask' | 'run'; records: ListRecord[]; error?: string }
  | { name: 'failed'; title: string; message: string; obstacles: Obstacle[] };

/** A success toast of deleting stays 3 seconds (docs/product.md). */
const TOAST_MS = 3000;

/**
 * Deletes one or several records: confirms, deletes, and reports what could not be deleted and where it is used.
 * `onDeleted` is called with the deleted ids. Render `dialog` where the hook is used.
 */
export const useDelete = (model: ConsoleEntity, onDeleted?: (ids: string[]) => void) => {
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const { mayRestore, restore } = useRestoreDeleted(model);
  const close = () => setStep({ name: 'idle' });

  const describeRecords = (records: ListRecord[]): string => {
    const [first] = records;
    return records.length === 1 && first
      ? `“${recordTitle(model, first)}”`
      : countLabel(model, records.length);
  };

  /** @param requested all records of the dialog, of which some may be in use */
  const run = async (records: ListRecord[], requested = records): Promise<void> => {
    setStep({ name: 'run', records: requested });
    const isDeleted = ({ id }: ListRecord, { failed, postponed, unanswered }: DeleteOutcome): boolean =>
      !(id in failed) && !postponed.includes(id) && !unanswered?.ids.includes(id);
    const { answer, failure } = await mutate((provider) => deleteRecords(provider, model.name, records), {
      deletedIds: records.map(({ id }) => id),
      toDeletedIds: (outcome) => records.filter((record) => isDeleted(record, outcome)).map(({ id }) => id),
    });
    if (failure) {
      if (failure.code === 'STATE')
        return setStep({
          name: 'failed',
          title: t('%{records} was not deleted', { records: describeRecords(records) }),
          message: failure.message,
          obstacles: [],
        });
      if (failure.code !== 'IN_USE') return setStep(failedStep(model, failure, requested));
      return setStep({
        name: 'failed',
        title: t('%{records} is in use', { records: describeRecords(records) }),
        message: t('%{message} Remove it there first:', { message: failure.message }),
        obstacles: failure.usedBy,
      });
    }
    const { failed, postponed, unanswered } = answer;
    const deleted = records.filter((record) => isDeleted(record, answer));
    const failedRecords = records.filter((record) => record.id in failed);
    const postponedRecords = records.filter((record) => postponed.includes(record.id));
    onDeleted?.(deleted.map((record) => record.id));
    if (postponedRecords.length > 0)
      notify(
        t('%{leaving} %{verb} being deleted', {
          leaving: describeRecords(postponedRecords),
          verb: postponedRecords.length === 1 ? t('is') : t('are'),
        }),
        {
          type: 'info',
          autoHideDuration: TOAST_MS,
        },
      );
    if (deleted.length > 0)
      notify(t('%{gone} deleted', { gone: describeRecords(deleted) }), {
        type: 'success',
        autoHideDuration: TOAST_MS,
        ...(mayRestore && {
          action: { label: t('Undo'), run: () => void restore(deleted.map(({ id }) => id)) },
        }),
      });
    if (unanswered) {
      // Unanswered ones first: the same request is idempotent when sent again.
      const open = [...records.filter(({ id }) => unanswered.ids.includes(id)), ...failedRecords];
      return setStep(failedStep(model, toFailure(unanswered.error), open));
    }
    if (failedRecords.length === 0) return close();
    setStep({
      name: 'failed',
      title: t('%{count} could not be deleted', { count: countLabel(model, failedRecords.length) }),
      message: t('The others are deleted.'),
      obstacles: failedRecords.map((record) => ({
        key: record.id,
        entity: model.name,
        id: record.id,
        title: recordTitle(model, record),
        detail: failed[record.id]?.message,
      })),
    });
  };

  let dialog: ReactNode = null;
  if (step.name === 'failed') {
    dialog = <FailedDialog {...step} onClose={close} />;
  } else if (step.name !== 'idle' && step.records.length > 1) {
    dialog = (
      <DeleteManyDialog
        model={model}
        records={step.records}
        mayRestore={mayRestore}
        pending={step.name === 'run'}
        error={step.error}
        onConfirm={(records) => void run(records, step.records)}
        onClose={close}
      />
    );
  } else if (step.name !== 'idle' && step.records[0]) {
    dialog = (
      <DeleteOneDialog
        {...{ model, mayRestore, record: step.records[0], error: step.error }}
        title={t('Delete %{records}?', { records: describeRecords(step.records) })}
        pending={step.name === 'run'}
        onConfirm={() => void run(step.records)}
        onClose={close}
      />
    );
  }
  return {
    ask: (records: ListRecord[]) => {
      if (records.length > 0) setStep({ name: 'ask', records });
    },
    dialog,
  };
};

/** The response to a deletion; `postponed` where the record remains until an external step is done. */
type Postponable = ListRecord & { postponed?: true };

/** The records that were not deleted: failed, postponed until an external step is done, or unanswered. */
type DeleteOutcome = Pick<DeleteManyResponse, 'failed' | 'postponed' | 'unanswered'>;

/** Deletes one or several records; resolves to those that were not deleted. */
const deleteRecords = async (
  provider: ConsoleDataProvider,
  entity: string,
  records: ListRecord[],
): Promise<DeleteOutcome> => {
  const [first] = records;
  if (records.length === 1 && first) {
    const { data } = await provider.delete<Postponable>(entity, { id: first.id, previousData: first });
    return { failed: {}, postponed: data.postponed ? [first.id] : [] };
  }
  const ids = records.map((record) => record.id);
  return (await provider.deleteMany(entity, { ids })) as DeleteManyResponse;
};

/** Shows a failure in the confirm dialog, to be tried again, or in a dialog of its own (`failureDialog`). */
const failedStep = (model: ConsoleEntity, failure: Failure, records: ListRecord[]): Step =>
  model.failureDialog
    ? {
        name: 'failed',
        title: model.failures?.['delete'] ?? GENERIC_TITLE,
        message: failure.status >= 500 ? GENERIC_MESSAGE : failure.message,
        obstacles: [],
      }
    : { name: 'ask', records, error: deleteErrorMessage(model, failure) };

/** The message of the services; for errors of their own the agreed text (docs/product.md). */
const deleteErrorMessage = ({ failures }: ConsoleEntity, { status, message }: Failure): string =>
  status >= 500 ? (failures?.['delete'] ?? t('Delete failed. Please try again')) : message;
