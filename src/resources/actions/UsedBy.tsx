import LinkIcon from '@mui/icons-material/LinkOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { RecordUses } from '../../../schemas/model/responses.ts';
import { countLabel } from '../entityLabels.ts';
import { formatNumber } from '../format.ts';
import { type ConsoleEntity, entityByName, hasEntity } from '../product.ts';
import { ObstacleList } from './FailedDialog.tsx';
import { toObstacles } from '../changes/failures.ts';
import { useUsages } from './useUsages.ts';
import { AnchoredPopover } from '../panels/AnchoredPopover.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

const Content = styled('div')({
  padding: 16,
  maxWidth: 360,
  maxHeight: 400,
  overflow: 'auto',
  '& > h2': { margin: '0 0 4px', ...TEXT.small, fontWeight: 600 },
});

/** On a phone a line of its own, aligned with the title. */
const BELOW_TITLE = {
  order: 1,
  flex: '1 0 100%',
  justifyContent: 'flex-start',
  margin: '-14px 0 4px',
  paddingLeft: 0,
  ...{ maxWidth: '100%', whiteSpace: 'normal', textAlign: 'left', overflowWrap: 'anywhere' },
} as const;

/** Describes the uses of a record: `241 people`, `12 intents, 1 flow`; for three entities and more `12 intents and 3 more`. */
function describeUses({ usedBy, hidden, hiddenOf = [] }: RecordUses): string {
  const counts = new Map<string, number>();
  for (const { entity, count } of [
    ...usedBy.map(({ entity: of }) => ({ entity: of, count: 1 })),
    ...hiddenOf,
  ])
    if (hasEntity(entity)) counts.set(entity, (counts.get(entity) ?? 0) + count);
  const total = usedBy.length + hidden;
  const [largest, second, third] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (!largest) return `${formatNumber(total)} ${total === 1 ? t('record') : t('records')}`;
  const first = countLabel(entityByName(largest[0]), largest[1]);
  const others = total - largest[1];
  if (second && !third && others === second[1])
    return [first, countLabel(entityByName(second[0]), second[1])].join(t(', '));
  return others > 0 ? t('%{first} and %{count} more', { first, count: formatNumber(others) }) : first;
}

/** The number of uses of a record, with the list of them; nothing without uses, or where they cannot be loaded. */
export function UsedBy({ model, id }: { model: ConsoleEntity; id: string }) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const uses = useUsages(model.name, id);
  const total = uses ? uses.usedBy.length + uses.hidden : 0;
  if (!uses || total === 0) return null;
  const count = describeUses(uses);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<LinkIcon fontSize="inherit" />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        data-used-by
        sx={{ color: 'var(--ink-2)', flex: 'none', [PHONE]: BELOW_TITLE }}
      >
        {t('Used by %{count}', { count })}
      </Button>
      {anchor && (
        <AnchoredPopover label={t('Used by')} anchor={anchor} at="right" onClose={() => setAnchor(undefined)}>
          <Content>
            <h2>{t('Used by')}</h2>
            <ObstacleList obstacles={toObstacles(uses.usedBy, uses.hidden)} />
          </Content>
        </AnchoredPopover>
      )}
    </>
  );
}
