import Alert from '@mui/material/Alert';
import type { ListRecord } from '../fields/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { ObstacleList } from './FailedDialog.tsx';
import { obstaclesOf } from './failures.ts';
import { useUsages } from './useUsages.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Says before a record is deleted where it is used; nothing where it is not, or where that cannot be told. */
export const WhereUsed = ({ model, records }: { model: ConsoleEntity; records: ListRecord[] }) => {
  const [first, second] = records;
  const uses = useUsages(model.name, second ? undefined : first?.id, { fresh: true });
  const obstacles = obstaclesOf(uses?.usedBy, uses?.hidden);
  if (obstacles.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {t('It is in use. Remove it from here first:')}
      <ObstacleList obstacles={obstacles} />
    </Alert>
  );
};
