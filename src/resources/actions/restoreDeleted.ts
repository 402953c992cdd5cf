import type { useNotify } from 'react-admin';
import type { RestoredRecords } from '../../../schemas/model/responses.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { countLabel } from '../entityLabels.ts';
import { forgetLocalChange } from '../live/localChanges.ts';
import type { ConsoleEntity } from '../product.ts';
import { messageOf } from '../changes/failures.ts';
import type { useRecordMutation } from '../changes/useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Records that one call brings back: it must end in time. */
const PER_REQUEST = 200;

/** What came back and what did not; `failure` where the rest was not answered. */
interface Restored extends RestoredRecords {
  failure?: Error;
}

const inBatches = async (
  provider: ConsoleDataProvider,
  resource: string,
  ids: readonly string[],
): Promise<Restored> => {
  const all: Restored = { restored: [], failed: {} };
  for (let at = 0; at < ids.length && !all.failure; at += PER_REQUEST) {
    try {
      const { restored, failed, along } = await provider.restoreMany(
        resource,
        ids.slice(at, at + PER_REQUEST),
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
      // What came back before is told all the same.
      all.failure = error instanceof Error ? error : new Error(messageOf(error));
    }
  }
  return all;
};

/** Brings deleted records back, and tells what became of them. */
export const restoreDeleted = async (
  model: ConsoleEntity,
  ids: readonly string[],
  mutate: ReturnType<typeof useRecordMutation>,
  notify: ReturnType<typeof useNotify>,
): Promise<void> => {
  const { answer, failure } = await mutate((provider) => inBatches(provider, model.name, ids));
  if (failure) return notify(failure.message, { type: 'error', autoHideDuration: null });
  const { restored, along, failed, failure: ended } = answer;
  const reasons = Object.values(failed).map(({ message }) => message);
  const unanswered = ended ? ids.length - restored.length - reasons.length : 0;
  const lost =
    (along?.failed ?? 0) > 0 &&
    t('; %{failed} of what belonged to it could not come back', { failed: along?.failed });
  if (restored.length > 0)
    notify(t('%{count} restored%{lost}', { count: countLabel(model, restored.length), lost: lost || '' }), {
      type: lost ? 'warning' : 'success',
    });
  const first = ended?.message ?? reasons[0];
  if (first === undefined) return;
  const others = !ended && reasons.length > 1 ? t(' (and %{count} more)', { count: reasons.length - 1 }) : '';
  const many = t('%{count} could not be restored', { count: countLabel(model, reasons.length + unanswered) });
  notify(`${ids.length === 1 ? t('It could not be restored') : many}: ${first}${others}`, {
    type: 'error',
    autoHideDuration: null,
  });
};
