import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { ScreenBoundary } from '../../layout/ScreenBoundary.tsx';
import { ONE_PANE } from '../../theme/tokens.ts';
import { EntityList } from './EntityList.tsx';

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

/** The list, and the record that is open beside it; where there is no room for both, the record, with the way back above it. */
export const SplitScreen = ({ children }: { children?: ReactNode }) => {
  const onePane = useMediaQuery(ONE_PANE);
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
      {isOpen && <div>{children}</div>}
    </Panes>
  );
};
