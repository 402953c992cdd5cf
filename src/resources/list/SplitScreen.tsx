import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, use } from 'react';
import { ScreenBoundary } from '../../ui/ScreenBoundary.tsx';
import { SiblingWidthContext } from '../../ui/availableWidth.ts';
import { ONE_PANE } from '../../theme/tokens.ts';
import { EntityList } from './EntityList.tsx';

const LIST_WIDTH_PX = 272;

const Panes = styled('div')({
  height: '100%',
  '& > div': { minWidth: 0, height: '100%' },
  '&[data-open]': {
    display: 'grid',
    gridTemplateColumns: `minmax(240px, ${LIST_WIDTH_PX}px) minmax(min(528px, 100% - 240px), 1fr)`,
    height: 'calc(100% + 2 * var(--edge))',
    margin: 'calc(-1 * var(--edge))',
    '& > div:first-of-type': {
      borderRight: '1px solid var(--line)',
      '--edge': '16px',
      '--search': '1 1 160px',
    },
    '& > div:last-of-type': { boxSizing: 'border-box', overflow: 'auto', padding: 'var(--edge)' },
    '& > div:last-of-type:has([data-form-head])': { paddingTop: 0 },
  },
});

/** The list with the open record beside it; without room for both, only the record. */
export const SplitScreen = ({ children }: { children?: ReactNode }) => {
  const onePane = useMediaQuery(ONE_PANE);
  const isOpen = Boolean(children);
  const taken = use(SiblingWidthContext) + (onePane ? 0 : LIST_WIDTH_PX);
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
          <SiblingWidthContext value={taken}>{children}</SiblingWidthContext>
        </div>
      )}
    </Panes>
  );
};
