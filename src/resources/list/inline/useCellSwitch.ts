import { useNotify } from 'react-admin';
import { useCallback } from 'react';
import { useRecordMutation } from '../../actions/useRecordMutation.ts';
import type { ListRecord } from '../../fields/types.ts';
import type { ConsoleEntity } from '../../product.ts';
import { saveValue } from './saveValue.ts';

/** Turns a truth value of a row over, made of the version that was seen; what is refused is told, and stays. */
export const useCellSwitch = (model: ConsoleEntity): ((record: ListRecord, name: string) => void) => {
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  return useCallback(
    (record, name) => {
      const stored = mutate(
        (provider) => saveValue(provider, model.name, record, name, record[name] !== true),
        {
          id: record.id,
        },
      );
      void stored.then(({ failure }) => {
        if (failure)
          notify(Object.values(failure.fields)[0] ?? failure.message, {
            type: 'error',
            autoHideDuration: null,
          });
      });
    },
    [model.name, mutate, notify],
  );
};
