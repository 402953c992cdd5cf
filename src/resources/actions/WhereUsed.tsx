import Alert from '@mui/material/Alert';
import { ObstacleList } from './FailedDialog.tsx';
import type { Obstacle } from '../changes/failures.ts';
import { formatNumber } from '../format.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Further uses are only counted. */
const MAX_LISTED_USES = 5;

interface WhereUsedProps {
  obstacles: Obstacle[];
  /** All uses, including those that the person may not see. */
  count: number;
}

/** Lists the uses that block a deletion. */
export const WhereUsed = ({ obstacles, count }: WhereUsedProps) => {
  const isCut = obstacles.length > MAX_LISTED_USES + 1;
  const rest = {
    key: 'rest',
    title: t('and %{count} more', { count: formatNumber(count - MAX_LISTED_USES) }),
  };
  return (
    <Alert severity="warning">
      {t('It is in use. Remove it from here first:')}
      <ObstacleList obstacles={isCut ? [...obstacles.slice(0, MAX_LISTED_USES), rest] : obstacles} />
    </Alert>
  );
};
