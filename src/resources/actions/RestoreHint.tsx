import Typography from '@mui/material/Typography';
import { stateOf } from '../../../schemas/model/lifecycle.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { hasScreen } from '../paths.ts';
import type { ConsoleEntity } from '../product.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface RestoreHintProps {
  model: ConsoleEntity;
  records: readonly ListRecord[];
  mayRestore: boolean;
}

/** Whether a deletion can be undone, and in which state the records are restored. */
export const RestoreHint = ({ model, records, mayRestore }: RestoreHintProps) => {
  const they = records.length === 1 ? t('it') : t('them');
  if (!mayRestore) return <Typography variant="body2">{t('This cannot be undone.')}</Typography>;
  const restoreText =
    model.parent && !hasScreen(model)
      ? t('You can bring %{they} back right afterwards, with Undo.', { they })
      : t('You can restore %{they} later, in the tab “Deleted”.', { they });
  const { lifecycle } = model;
  const first = lifecycle?.initial;
  // An initial state that the system leaves at once is not worth mentioning.
  const isLasting = model.actions.some(
    ({ transition }) => transition?.by === 'people' && transition.from.includes(first ?? ''),
  );
  const changes = isLasting && records.some((record) => stateOf(model, record) !== first);
  const label = model.fields
    .find(({ name }) => name === lifecycle?.field)
    ?.choices?.find(({ value }) => value === first)?.label;
  const stateText =
    changes && label
      ? ` ${t(records.length === 1 ? 'It comes back as “%{label}”.' : 'They come back as “%{label}”.', {
          label,
        })}`
      : '';
  return <Typography variant="body2">{restoreText + stateText}</Typography>;
};
