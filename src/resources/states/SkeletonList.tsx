import { styled } from '@mui/material/styles';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { DelayedPlaceholder, Placeholder } from './Placeholder.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Widths of the bars, so that rows look like texts of different lengths. */
const WIDTHS = ['72%', '54%', '63%', '45%', '58%'];
const SKELETON_ROWS = 12;

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  height: 44,
  padding: '0 var(--edge)',
  borderBottom: '1px solid var(--line)',
});
const CardShape = styled('div')({
  display: 'grid',
  gap: 12,
  padding: 16,
  marginBottom: 8,
  borderRadius: 8,
  border: '1px solid var(--line)',
});

interface SkeletonListProps {
  columns: FieldModel[];
  as: 'table' | 'cards';
}

/** Rows or cards shaped like those that come. */
export const SkeletonList = ({ columns, as }: SkeletonListProps) => (
  <DelayedPlaceholder role="progressbar" aria-label={t('Loading')} aria-busy="true">
    {Array.from({ length: as === 'cards' ? SKELETON_ROWS / 2 : SKELETON_ROWS }, (_, row) =>
      as === 'cards' ? (
        <CardShape key={row}>
          <Placeholder style={{ width: '60%', height: 14 }} />
          <Placeholder style={{ width: WIDTHS[row % WIDTHS.length] }} />
          <Placeholder style={{ width: '40%' }} />
        </CardShape>
      ) : (
        <Line key={row}>
          {columns.map((field, column) => (
            <div key={field.name} style={{ flex: 1 }}>
              <Placeholder style={{ width: WIDTHS[(row + column) % WIDTHS.length] }} />
            </div>
          ))}
        </Line>
      ),
    )}
  </DelayedPlaceholder>
);
