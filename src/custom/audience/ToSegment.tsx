import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { entityByName, hasEntity } from '../../resources/product.ts';
import { segmentOfFilter } from './segmentOfFilter.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Once the audience is filtered: the way to keep those people as a segment. */
export const ToSegment = () => {
  const { filterValues } = useListContext();
  const may = useMay();
  const { conditions, leftOut } = segmentOfFilter((filterValues ?? {}) as Record<string, unknown>);
  if (conditions.length === 0 || !hasEntity('segment') || !may('segment', 'create')) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<Add />}
        // Its sign stands where the list begins.
        sx={{ ml: { xs: '-13px', sm: 0 } }}
        component={Link}
        to={pathOf(entityByName('segment'), 'create')}
        state={{ record: { who: { match: 'all', conditions } } }}
      >
        {t('Create a segment from this filter')}
      </Button>
      {leftOut.length > 0 ? (
        <span style={{ fontSize: 13, color: 'var(--ink-3)' }}>
          {t('without %{leftOut}', { leftOut: leftOut.join(t(' and ')) })}
        </span>
      ) : null}
    </>
  );
};
