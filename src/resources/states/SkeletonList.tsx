import { styled } from '@mui/material/styles';
import { PHONE } from '../../theme/tokens.ts';
import { DelayedPlaceholder, Placeholder } from './Placeholder.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Widths of the bars, so that rows look like texts of different lengths. */
export const BAR_WIDTHS = ['72%', '54%', '63%', '45%', '58%'];

const Lines = styled(DelayedPlaceholder)({
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    height: 44,
    padding: '0 var(--edge)',
    borderBottom: '1px solid var(--line)',
  },
});
/** The columns of the cards; on phones lines with a mark. */
const Cards = styled(DelayedPlaceholder)({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))',
  gap: 16,
  padding: '16px var(--edge)',
  '& > div': { display: 'grid', gap: 12, padding: 16, borderRadius: 8, border: '1px solid var(--line)' },
  '& > div > :first-of-type': { display: 'none' },
  [PHONE]: {
    display: 'block',
    padding: 0,
    '& > div': {
      gridTemplateColumns: '36px 1fr',
      height: 64,
      padding: '12px var(--edge)',
      border: 0,
      borderBottom: '1px solid var(--line)',
      borderRadius: 0,
    },
    '& > div > :first-of-type': { display: 'block', gridRow: 'span 2' },
    '& .picture': { display: 'none' },
  },
});

interface SkeletonListProps {
  /** Cards, or the narrow list beside a record. */
  as: 'cards' | 'narrow';
  /** Cards have a picture. */
  hasPicture?: boolean;
}

/** The placeholder of a list. */
export const SkeletonList = ({ as, hasPicture }: SkeletonListProps) => {
  const rows = [...BAR_WIDTHS, ...BAR_WIDTHS];
  const waiting = { role: 'progressbar', 'aria-label': t('Loading'), 'aria-busy': true } as const;
  if (as === 'narrow')
    return (
      <Lines {...waiting}>
        {rows.map((width, row) => (
          <div key={row}>
            <Placeholder style={{ width }} />
          </div>
        ))}
      </Lines>
    );
  return (
    <Cards {...waiting}>
      {rows.map((width, row) => (
        <div key={row}>
          <Placeholder style={{ height: 36 }} />
          <Placeholder style={{ width }} />
          {hasPicture && <Placeholder className="picture" style={{ height: 120 }} />}
          <Placeholder style={{ width: '40%' }} />
        </div>
      ))}
    </Cards>
  );
};
