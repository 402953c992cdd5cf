import Alert from '@mui/material/Alert';
import { ObstacleList } from './FailedDialog.tsx';
import type { Obstacle } from '../changes/failures.ts';
import { formatNumber } from '../format.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Uses that are told by name; the others are counted. */
const MAX_TOLD = 5;

interface WhereUsedProps {
  obstacles: Obstacle[];
  /** All of them, those that the person may not see too. */
  count: number;
}

/** Says before a record is deleted where it is used. */
export const WhereUsed = ({ obstacles, count }: WhereUsedProps) => {
  const isCut = obstacles.length > MAX_TOLD + 1;
  const rest = { key: 'rest', title: t('and %{count} more', { count: formatNumber(count - MAX_TOLD) }) };
  return (
    <Alert severity="warning">
      {t('It is in use. Remove it from here first:')}
      <ObstacleList obstacles={isCut ? [...obstacles.slice(0, MAX_TOLD), rest] : obstacles} />
    </Alert>
  );
};
