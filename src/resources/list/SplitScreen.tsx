import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ScreenBoundary } from '../../layout/ScreenBoundary.tsx';
import { useOpenPath } from '../actions/openPath.ts';
import { useEntity } from '../product.ts';
import { EntityList } from './EntityList.tsx';
import { lastListQuery } from './lastQuery.ts';

const Panes = styled('div')({
  height: '100%',
  '& > div': { minWidth: 0, height: '100%' },
  '&[data-open]': {
    display: 'grid',
    gridTemplateColumns: '272px minmax(0, 1fr)',
    height: 'calc(100% + 2 * var(--edge))',
    margin: 'calc(-1 * var(--edge))',
    '& > div:first-of-type': { borderRight: '1px solid var(--line)', '--edge': '16px' },
    '& > div:last-of-type': { boxSizing: 'border-box', overflow: 'auto', padding: 'var(--edge)' },
  },
});

/** Narrower than this there is room for one of the two. */
const ONE_PANE = '(max-width:899.95px)';

/** The list, and the record that is open beside it; where there is no room for both, the record with the way back. */
export const SplitScreen = ({ children }: { children?: ReactNode }) => {
  const onePane = useMediaQuery(ONE_PANE);
  const model = useEntity();
  const paths = useOpenPath(model);
  const isOpen = Boolean(children);
  return (
    <Panes data-open={(isOpen && !onePane) || undefined}>
      {(!isOpen || !onePane) && (
        <div>
          <ScreenBoundary>
            <EntityList narrow={isOpen} />
          </ScreenBoundary>
        </div>
      )}
      {isOpen && (
        <div>
          {onePane && (
            <Button
              component={Link}
              to={paths('list').split('?')[0] + lastListQuery(model.name)}
              startIcon={<ArrowBack />}
              size="small"
              color="inherit"
              sx={{ mb: 1 }}
            >
              {model.plural}
            </Button>
          )}
          {children}
        </div>
      )}
    </Panes>
  );
};
