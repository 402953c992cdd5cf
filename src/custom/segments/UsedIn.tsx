import { useParams } from 'react-router';
import { ObstacleList } from '../../resources/actions/FailedDialog.tsx';
import { toObstacles } from '../../resources/changes/failures.ts';
import { useUsages } from '../../resources/actions/useUsages.ts';
import { PartHead } from './PartHead.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Where the stored segment is used, which its changes affect. Nothing for a new one. */
export function UsedIn() {
  const { id } = useParams();
  const uses = useUsages('segment', id);
  if (!uses) return null;
  const obstacles = toObstacles(uses.usedBy, uses.hidden);
  return (
    <div style={{ ...TEXT.small }}>
      <PartHead>{t('Used by')}</PartHead>
      {obstacles.length > 0 ? <ObstacleList obstacles={obstacles} /> : t('Nothing yet')}
    </div>
  );
}
