import { styled } from '@mui/material/styles';
import { DelayedPlaceholder, Placeholder } from '../resources/states/Placeholder.ts';
import { HEADER_HEIGHT } from '../theme/tokens.ts';
import { t } from '../../schemas/texts/translate.ts';

const WIDTHS = ['38%', '52%', '30%', '46%', '60%', '34%', '50%', '42%'];

/** From edge to edge, as the content will be. */
const Screen = styled(DelayedPlaceholder)({
  margin: '0 calc(-1 * var(--edge))',
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    height: 44,
    padding: '0 var(--edge)',
    borderBottom: '1px solid var(--line)',
  },
  '& > div:first-of-type': { height: HEADER_HEIGHT },
});

/** Placeholder of a screen while its code is loaded: a title and rows below it. */
export const ScreenSkeleton = () => (
  <Screen role="status" aria-label={t('Loading')} aria-busy="true">
    <div>
      <Placeholder style={{ width: 180, height: 16 }} />
    </div>
    {WIDTHS.map((width) => (
      <div key={width}>
        <Placeholder style={{ width }} />
      </div>
    ))}
  </Screen>
);
