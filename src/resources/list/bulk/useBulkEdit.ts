import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import type { BulkEdit, BulkEditResult, SelectedRecord } from '../../../dataProvider/entityVerbs.ts';
import { mayHaveArrived, messageOf } from '../../changes/failures.ts';
import { countLabel } from '../../entityLabels.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ConsoleEntity } from '../../product.ts';
import type { BulkOperation } from './bulkEditableFields.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Batch size, so that progress is visible and the edit can be stopped. */
const RECORDS_PER_REQUEST = 100;

export interface Progress {
  done: number;
  total: number;
}
/** Failures by record id. */
export type FailedRecords = BulkEditResult['failed'];

/** Edits records in batches until all are done or the user stops. */
export const useBulkEdit = (model: ConsoleEntity) => {
  const [progress, setProgress] = useState<Progress>();
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const stopped = useRef(false);

  /** @returns the failures, or an error message when nothing is known to be changed */
  const run = async (
    records: readonly SelectedRecord[],
    values: JsonObject,
    how: Record<string, BulkOperation>,
  ): Promise<FailedRecords | string> => {
    stopped.current = false;
    const edit = buildEdit(values, how);
    const failed: FailedRecords = {};
    let changed = 0;
    let done = 0;
    let unanswered = 0;
    setProgress({ done, total: records.length });
    for (; done < records.length && !stopped.current; setProgress({ done, total: records.length })) {
      const batch = records
        .slice(done, done + RECORDS_PER_REQUEST)
        .map(({ id, version }) => ({ id, version }));
      const { answer, failure } = await mutate((provider) =>
        provider.editMany(model.name, { ...edit, records: batch }),
      );
      if (failure) {
        notify(messageOf(new Error(failure.message)), { type: 'error' });
        if (mayHaveArrived(failure.status)) unanswered = batch.length;
        break;
      }
      changed += answer.changed.length;
      Object.assign(failed, answer.failed);
      done += batch.length;
    }
    setProgress(undefined);
    if (done === 0)
      return unanswered > 0
        ? t('There was no answer, so some may be changed. You can save again: nothing is changed twice.')
        : t('Nothing was changed');
    const remaining = records.length - done - unanswered;
    const remainderText = [
      unanswered > 0 && t(', %{count} without an answer: they may be changed', { count: unanswered }),
      remaining > 0 && t(', %{count} left as they were', { count: remaining }),
    ]
      .filter(Boolean)
      .join('');
    if (changed > 0 || Object.keys(failed).length === 0)
      notify(
        changed > 0
          ? t('%{count} changed%{rest}', { count: countLabel(model, changed), rest: remainderText })
          : t('Nothing to change%{rest}', { rest: remainderText }),
        {
          type: 'success',
        },
      );
    return failed;
  };
  return { progress, run, stop: () => void (stopped.current = true) };
};

const buildEdit = (values: JsonObject, how: Record<string, BulkOperation>): Omit<BulkEdit, 'records'> => {
  const edit = {
    set: {} as JsonObject,
    add: {} as Record<string, Json[]>,
    remove: {} as Record<string, Json[]>,
  };
  for (const [name, way] of Object.entries(how)) {
    const value = values[name];
    if (way === 'set') edit.set[name] = value ?? null;
    else edit[way][name] = Array.isArray(value) ? value : [];
  }
  return edit;
};
