import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { entityByName, hasEntity } from '../../resources/product.ts';
import { segmentOfFilter } from './segmentOfFilter.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '4px var(--edge)',
  borderBottom: '1px solid var(--line)',
  fontSize: 13,
  lineHeight: '20px',
  color: 'var(--ink-3)',
});

/** Once the audience is filtered: the way to keep those people as a segment. */
export const ToSegment = () => {
  const { filterValues } = useListContext();
  const may = useMay();
  const { conditions, leftOut } = segmentOfFilter((filterValues ?? {}) as Record<string, unknown>);
  if (conditions.length === 0 || !hasEntity('segment') || !may('segment', 'create')) return null;
  return (
    <Bar>
      <Button
        size="small"
        sx={{ ml: -1.25 }}
        component={Link}
        to={pathOf(entityByName('segment'), 'create')}
        state={{ record: { who: { match: 'all', conditions } } }}
      >
        {t('Create a segment from this filter')}
      </Button>
      {leftOut.length > 0 ? (
        <span>{t('without %{leftOut}', { leftOut: leftOut.join(t(' and ')) })}</span>
      ) : null}
    </Bar>
  );
};
