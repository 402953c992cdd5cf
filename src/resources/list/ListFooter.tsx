import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { formatNumber } from '../format.ts';
import { entityLabel } from '../entityLabels.ts';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

const PageTools = lazyComponent(() => import('./PageTools.tsx').then((it) => it.PageTools), { silent: true });

const Row = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  minHeight: 48,
  padding: '6px var(--edge)',
  fontSize: 13,
  color: 'var(--ink-2)',
  borderTop: '1px solid var(--line)',
  '& select': {
    height: 28,
    padding: '0 4px',
    borderRadius: 6,
    border: '1px solid var(--line)',
    background: 'var(--sheet)',
    color: 'var(--ink)',
    font: 'inherit',
  },
});

/** The count of records and, for paged lists, the pagination. */
export const ListFooter = ({ entityList }: { entityList: EntityListModel }) => {
  const { state, list } = entityList;
  return (
    <Row>
      <output
        aria-live="polite"
        style={{ marginRight: entityList.count.more ? 0 : 'auto', fontVariantNumeric: 'tabular-nums' }}
      >
        {formatCount(entityList)}
      </output>
      {entityList.count.more && (
        <Button
          size="small"
          color="inherit"
          sx={{ marginRight: 'auto' }}
          loading={entityList.count.isCounting}
          onClick={entityList.count.countAll}
        >
          {t('Count all')}
        </Button>
      )}
      {list.error && list.rows.length > 0 && (
        <span role="alert">
          {list.error.message}{' '}
          <Button size="small" onClick={list.retry}>
            {t('Try again')}
          </Button>
        </span>
      )}
      {state.page !== undefined && <PageTools entityList={entityList} />}
    </Row>
  );
};

/** `525 variables`, `40 of 1,000+ variables`; for a page also its range. */
const formatCount = ({ model, state, list, count }: EntityListModel): string => {
  const { page, perPage } = state;
  const first = ((page ?? 1) - 1) * perPage + 1;
  // The count is capped; a later page may lie beyond the cap.
  const minTotal = count.more ? first + list.rows.length - 1 : 0;
  const total = count.total === undefined ? undefined : Math.max(count.total, minTotal);
  const totalText =
    total === undefined
      ? undefined
      : `${formatNumber(total)}${count.more ? '+' : ''} ${entityLabel(model, total)}`;
  const shown =
    page === undefined
      ? formatNumber(list.rows.length)
      : `${formatNumber(first)}–${formatNumber(first + list.rows.length - 1)}`;
  if (list.isFetchingMore) return t('%{shown} of %{told}, loading…', { shown, told: totalText ?? t('more') });
  if (totalText === undefined)
    return list.hasMore || page !== undefined ? shown : `${shown} ${entityLabel(model, list.rows.length)}`;
  return total === list.rows.length ? totalText : t('%{shown} of %{told}', { shown, told: totalText });
};
