import { useNotify } from 'react-admin';
import { isRestorable } from '../../../schemas/model/restorable.ts';
import type { ConsoleEntity } from '../product.ts';
import { messageOf } from '../changes/failures.ts';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { useRights } from '../changes/useRights.ts';

/** Restores deleted records; its code loads on first use. */
export const useRestoreDeleted = (model: ConsoleEntity) => {
  const { may } = useRights(model);
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const restore = (ids: readonly string[]): Promise<void> =>
    import('./restoreDeleted.ts')
      .then((it) => it.restoreDeleted(model, ids, mutate, notify))
      .catch((error: unknown) => notify(messageOf(error), { type: 'error' }));
  return { mayRestore: isRestorable(model) && may('read') && may('create'), restore };
};
