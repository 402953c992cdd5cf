import type { useNotify } from 'react-admin';
import type { RestoredRecords } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { countLabel } from '../entityLabels.ts';
import { forgetLocalChange } from '../live/localChanges.ts';
import type { ConsoleEntity } from '../product.ts';
import { messageOf } from '../changes/failures.ts';
import type { useRecordMutation } from '../changes/useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Limited so that a request ends within its timeout. */
const MAX_RECORDS_PER_REQUEST = 200;

/** `failure` where a later request failed: its records and the rest are unanswered. */
interface RestoreResult extends RestoredRecords {
  failure?: Error;
}

const restoreInBatches = async (
  provider: ConsoleDataProvider,
  resource: string,
  ids: readonly string[],
): Promise<RestoreResult> => {
  const all: RestoreResult = { restored: [], failed: {} };
  for (let at = 0; at < ids.length && !all.failure; at += MAX_RECORDS_PER_REQUEST) {
    try {
      const { restored, failed, along } = await provider.restoreMany(
        resource,
        ids.slice(at, at + MAX_RECORDS_PER_REQUEST),
      );
      for (const id of restored) forgetLocalChange(resource, id);
      all.restored.push(...restored);
      Object.assign(all.failed, failed);
      if (along)
        all.along = {
          restored: (all.along?.restored ?? 0) + along.restored,
          failed: (all.along?.failed ?? 0) + along.failed,
        };
    } catch (error) {
      if (at === 0) throw error;
      // The records restored by earlier requests are still reported.
      all.failure = error instanceof Error ? error : new Error(messageOf(error));
    }
  }
  return all;
};

/** Restores deleted records, and notifies of the result. */
export const restoreDeleted = async (
  model: ConsoleEntity,
  ids: readonly string[],
  mutate: ReturnType<typeof useRecordMutation>,
  notify: ReturnType<typeof useNotify>,
): Promise<void> => {
  const { answer, failure } = await mutate((provider) => restoreInBatches(provider, model.name, ids));
  if (failure) return notify(failure.message, { type: 'error', autoHideDuration: null });
  const { restored, along, failed, failure: requestError } = answer;
  const reasons = Object.values(failed).map(({ message }) => message);
  const unanswered = requestError ? ids.length - restored.length - reasons.length : 0;
  const alongFailed =
    (along?.failed ?? 0) > 0 &&
    t('; %{failed} of what belonged to it could not come back', { failed: along?.failed });
  if (restored.length > 0)
    notify(
      t('%{count} restored%{lost}', { count: countLabel(model, restored.length), lost: alongFailed || '' }),
      {
        type: alongFailed ? 'warning' : 'success',
      },
    );
  const first = requestError?.message ?? reasons[0];
  if (first === undefined) return;
  const others =
    !requestError && reasons.length > 1 ? t(' (and %{count} more)', { count: reasons.length - 1 }) : '';
  const countMessage = t('%{count} could not be restored', {
    count: countLabel(model, reasons.length + unanswered),
  });
  notify(`${ids.length === 1 ? t('It could not be restored') : countMessage}: ${first}${others}`, {
    type: 'error',
    autoHideDuration: null,
  });
};
