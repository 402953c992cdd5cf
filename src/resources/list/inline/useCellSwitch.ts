import { useNotify } from 'react-admin';
import { useCallback, useRef } from 'react';
import { saveValues } from '../../changes/saveValues.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';

/** Pending switches of a record. */
interface PendingSwitches {
  /** Requested values by field. */
  requested: Map<string, boolean>;
  /** The record of the last response. */
  last: Promise<ListRecord | undefined>;
}

/**
 * Toggles a boolean of a row, based on the shown version; failures are notified. Repeated presses before the response
 * are ignored; other switches of the row are queued.
 */
export const useCellSwitch = (model: ConsoleEntity): ((record: ListRecord, name: string) => void) => {
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const pendingByRecord = useRef(new Map<string, PendingSwitches>());
  return useCallback(
    (record, name) => {
      const { id } = record;
      const value = record[name] !== true;
      const pending: PendingSwitches = pendingByRecord.current.get(id) ?? {
        requested: new Map(),
        last: Promise.resolve(undefined),
      };
      if (pending.requested.get(name) === value) return;
      pending.requested.set(name, value);
      pendingByRecord.current.set(id, pending);
      const save = async (newest: ListRecord | undefined): Promise<ListRecord | undefined> => {
        const base = newest && newest.version > record.version ? newest : record;
        const { answer, failure } = await mutate(
          (provider) => saveValues(provider, model.name, base, { [name]: value }),
          { id },
        );
        pending.requested.delete(name);
        if (pending.requested.size === 0) pendingByRecord.current.delete(id);
        if (failure)
          notify(Object.values(failure.fields)[0] ?? failure.message, {
            type: 'error',
            autoHideDuration: null,
          });
        return answer ?? newest;
      };
      pending.last = pending.last.then(save);
    },
    [model.name, mutate, notify],
  );
};
