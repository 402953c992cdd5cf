import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import type { BulkEdit, BulkEditResult, SelectedRecord } from '../../../dataProvider/entityVerbs.ts';
import { mayHaveArrived, messageOf } from '../../changes/failures.ts';
import { countLabel } from '../../entityLabels.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ConsoleEntity } from '../../product.ts';
import type { BulkOperation } from './editable.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Records in one request, so that progress is seen and it can be stopped. */
const RECORDS_PER_REQUEST = 100;

export interface Progress {
  done: number;
  total: number;
}
/** What could not be changed, by id. */
export type Failed = BulkEditResult['failed'];

/** Lays values over records, a hundred at a time, until all are done or the person stops it. */
export const useBulkEdit = (model: ConsoleEntity) => {
  const [progress, setProgress] = useState<Progress>();
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const stopped = useRef(false);

  /** @returns what failed, or a sentence when nothing is known to be changed */
  const run = async (
    records: readonly SelectedRecord[],
    values: JsonObject,
    how: Record<string, BulkOperation>,
  ): Promise<Failed | string> => {
    stopped.current = false;
    const edit = editOf(values, how);
    const failed: Failed = {};
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
    const left = records.length - done - unanswered;
    const rest = [
      unanswered > 0 && t(', %{count} without an answer: they may be changed', { count: unanswered }),
      left > 0 && t(', %{count} left as they were', { count: left }),
    ]
      .filter(Boolean)
      .join('');
    if (changed > 0 || Object.keys(failed).length === 0)
      notify(
        changed > 0
          ? t('%{count} changed%{rest}', { count: countLabel(model, changed), rest })
          : t('Nothing to change%{rest}', { rest }),
        {
          type: 'success',
        },
      );
    return failed;
  };
  return { progress, run, stop: () => void (stopped.current = true) };
};

const editOf = (values: JsonObject, how: Record<string, BulkOperation>): Omit<BulkEdit, 'records'> => {
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
