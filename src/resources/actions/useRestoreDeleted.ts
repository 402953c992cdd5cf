import { useNotify } from 'react-admin';
import { isRestorable } from '../../../schemas/model/restorable.ts';
import { countLabel } from '../entityLabels.ts';
import type { ConsoleEntity } from '../product.ts';
import { useRecordMutation } from './useRecordMutation.ts';
import { useRights } from './useRights.ts';

/** Bringing deleted records back, and telling what became of them. */
export const useRestoreDeleted = (model: ConsoleEntity) => {
  const { may } = useRights(model);
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();
  const restore = async (ids: readonly string[]): Promise<void> => {
    const { answer, failure } = await mutate((provider) => provider.restoreMany(model.name, ids));
    if (failure) return notify(failure.message, { type: 'error', autoHideDuration: null });
    const { restored, along, failed } = answer;
    const reasons = Object.values(failed);
    const lost = (along?.failed ?? 0) > 0 && `; ${along?.failed} of what belonged to it could not come back`;
    if (restored.length > 0)
      notify(`${countLabel(model, restored.length)} restored${lost || ''}`, {
        type: lost ? 'warning' : 'success',
      });
    const [first] = reasons;
    if (!first) return;
    const others = reasons.length > 1 ? ` (and ${reasons.length - 1} more)` : '';
    const many = `${countLabel(model, reasons.length)} could not be restored`;
    notify(`${ids.length === 1 ? 'It could not be restored' : many}: ${first.message}${others}`, {
      type: 'error',
      autoHideDuration: null,
    });
  };
  return { mayRestore: isRestorable(model) && may('read') && may('create'), restore };
};
