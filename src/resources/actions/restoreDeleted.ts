import type { useNotify } from 'react-admin';
import type { RestoredRecords } from '../../../schemas/model/answers.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { countLabel } from '../entityLabels.ts';
import type { ConsoleEntity } from '../product.ts';
import type { useRecordMutation } from './useRecordMutation.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Records that one call brings back: it must end in time. */
const PER_REQUEST = 200;

const inBatches = async (
  provider: ConsoleDataProvider,
  resource: string,
  ids: readonly string[],
): Promise<RestoredRecords> => {
  const all: RestoredRecords = { restored: [], failed: {} };
  for (let at = 0; at < ids.length; at += PER_REQUEST) {
    const { restored, failed, along } = await provider.restoreMany(resource, ids.slice(at, at + PER_REQUEST));
    all.restored.push(...restored);
    Object.assign(all.failed, failed);
    if (along)
      all.along = {
        restored: (all.along?.restored ?? 0) + along.restored,
        failed: (all.along?.failed ?? 0) + along.failed,
      };
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
  const { restored, along, failed } = answer;
  const reasons = Object.values(failed);
  const lost =
    (along?.failed ?? 0) > 0 &&
    t('; %{failed} of what belonged to it could not come back', { failed: along?.failed });
  if (restored.length > 0)
    notify(t('%{count} restored%{lost}', { count: countLabel(model, restored.length), lost: lost || '' }), {
      type: lost ? 'warning' : 'success',
    });
  const [first] = reasons;
  if (!first) return;
  const others = reasons.length > 1 ? t(' (and %{count} more)', { count: reasons.length - 1 }) : '';
  const many = t('%{count} could not be restored', { count: countLabel(model, reasons.length) });
  notify(`${ids.length === 1 ? t('It could not be restored') : many}: ${first.message}${others}`, {
    type: 'error',
    autoHideDuration: null,
  });
};
