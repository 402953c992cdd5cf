import { useState } from 'react';
import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { HttpError, useDataProvider, useNotify } from 'ra-core';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ConsoleDataProvider, DeleteManyAnswer } from '../../dataProvider/dataProvider.ts';
import { errorCode } from '../../dataProvider/errors.ts';
import type { ListRecord } from '../fields/types.ts';
import { ConfirmDialog, FailedDialog } from './dialogs.ts';
import type { Obstacle } from './FailedDialog.tsx';
import { messageOf, usersOf } from './failures.ts';
import { useRecordCache } from './useRecordCache.ts';
import type { ConsoleEntity } from '../product.ts';

type Step =
  | { name: 'idle' }
  | { name: 'ask' | 'run'; records: ListRecord[]; error?: string }
  | { name: 'failed'; title: string; message: string; obstacles: Obstacle[] };

/** A success toast of deleting stays 3 seconds (docs/product.md). */
const TOAST = 3000;

/**
 * Deleting one or several records: asks, deletes, tells what could not be deleted and where it is used.
 * `onDeleted` hears the ids that are gone. Render `dialog` where the hook is used.
 */
export const useDelete = (model: ConsoleEntity, onDeleted?: (ids: string[]) => void) => {
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const cache = useRecordCache(model.name);
  const close = () => setStep({ name: 'idle' });

  const nameOf = (records: ListRecord[]): string => {
    const [first] = records;
    return records.length === 1 && first ? `“${recordTitle(model, first)}”` : counted(model, records.length);
  };

  const remove = async (records: ListRecord[]): Promise<DeleteManyAnswer['failed']> => {
    const [first] = records;
    if (records.length === 1 && first) {
      await dataProvider.delete(model.name, { id: first.id, previousData: first });
      return {};
    }
    const ids = records.map((record) => record.id);
    return ((await dataProvider.deleteMany(model.name, { ids })) as DeleteManyAnswer).failed;
  };

  const run = async (records: ListRecord[]): Promise<void> => {
    setStep({ name: 'run', records });
    try {
      const failed = await remove(records);
      const gone = records.filter((record) => !(record.id in failed));
      const left = records.filter((record) => record.id in failed);
      await cache.removed(gone.map((record) => record.id));
      onDeleted?.(gone.map((record) => record.id));
      if (gone.length > 0) notify(`${nameOf(gone)} deleted`, { type: 'success', autoHideDuration: TOAST });
      if (left.length === 0) return close();
      setStep({
        name: 'failed',
        title: `${counted(model, left.length)} could not be deleted`,
        message: 'The others are deleted.',
        obstacles: left.map((record) => ({
          key: record.id,
          entity: model.name,
          id: record.id,
          title: recordTitle(model, record),
          detail: failed[record.id]?.message,
        })),
      });
    } catch (error) {
      if (errorCode(error) !== 'IN_USE')
        return setStep({ name: 'ask', records, error: deleteFailure(error) });
      setStep({
        name: 'failed',
        title: `${nameOf(records)} is in use`,
        message: `${messageOf(error)} Remove it there first:`,
        obstacles: usersOf(error),
      });
    }
  };

  let dialog: ReactNode = null;
  if (step.name === 'failed') {
    dialog = <FailedDialog {...step} onClose={close} />;
  } else if (step.name !== 'idle') {
    dialog = (
      <ConfirmDialog
        danger
        title={`Delete ${nameOf(step.records)}?`}
        confirmLabel="Delete"
        pending={step.name === 'run'}
        error={step.error}
        onConfirm={() => void run(step.records)}
        onClose={close}
      >
        <Typography variant="body2">This cannot be undone.</Typography>
      </ConfirmDialog>
    );
  }
  return { ask: (records: ListRecord[]) => setStep({ name: 'ask', records }), dialog };
};

/** What a service says of its refusal; a fault of its own has the agreed words (docs/product.md). */
const deleteFailure = (error: unknown): string =>
  error instanceof HttpError && error.status >= 500 ? 'Delete failed. Please try again' : messageOf(error);

/** `1 variable`, `3 variables`. */
export const counted = (model: ConsoleEntity, count: number): string =>
  `${count} ${(count === 1 ? model.title : model.plural).toLowerCase()}`;
