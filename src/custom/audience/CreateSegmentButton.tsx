import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import { pathOf } from '../../resources/paths.ts';
import { entityByName, hasEntity } from '../../resources/product.ts';
import { filterToSegment } from './filterToSegment.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Link to a new segment with the conditions of the audience's filter, where it is filtered. */
export const CreateSegmentButton = () => {
  const { filterValues } = useListContext();
  const may = useMay();
  const { conditions, leftOut } = filterToSegment((filterValues ?? {}) as Record<string, unknown>);
  if (conditions.length === 0 || !hasEntity('segment') || !may('segment', 'create')) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<Add />}
        // The icon is aligned with the list.
        sx={{ ml: { xs: '-13px', sm: 0 }, whiteSpace: { xs: 'normal', sm: 'nowrap' }, textAlign: 'left' }}
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
