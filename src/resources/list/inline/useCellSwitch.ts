import { useNotify } from 'react-admin';
import { useCallback, useRef } from 'react';
import { saveValues } from '../../changes/saveValues.ts';
import { useRecordMutation } from '../../changes/useRecordMutation.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import type { ConsoleEntity } from '../../product.ts';

/** What is under way for a record. */
interface Sending {
  /** Values that were asked for, by field. */
  asked: Map<string, boolean>;
  /** The record as the last answer left it. */
  last: Promise<ListRecord | undefined>;
}

/**
 * Turns a truth value of a row over, made of the version that was seen; what is refused is told, and stays. Another
 * press before the answer asks for the same; another switch of the row waits for it.
 */
export const useCellSwitch = (model: ConsoleEntity): ((record: ListRecord, name: string) => void) => {
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const sending = useRef(new Map<string, Sending>());
  return useCallback(
    (record, name) => {
      const { id } = record;
      const value = record[name] !== true;
      const own: Sending = sending.current.get(id) ?? { asked: new Map(), last: Promise.resolve(undefined) };
      if (own.asked.get(name) === value) return;
      own.asked.set(name, value);
      sending.current.set(id, own);
      const store = async (newest: ListRecord | undefined): Promise<ListRecord | undefined> => {
        const seen = newest && newest.version > record.version ? newest : record;
        const { answer, failure } = await mutate(
          (provider) => saveValues(provider, model.name, seen, { [name]: value }),
          { id },
        );
        own.asked.delete(name);
        if (own.asked.size === 0) sending.current.delete(id);
        if (failure)
          notify(Object.values(failure.fields)[0] ?? failure.message, {
            type: 'error',
            autoHideDuration: null,
          });
        return answer ?? newest;
      };
      own.last = own.last.then(store);
    },
    [model.name, mutate, notify],
  );
};
