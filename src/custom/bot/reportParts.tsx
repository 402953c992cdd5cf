import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** A part of the quality report. */
export const Section = styled('section')({
  marginBottom: 32,
  '& h2': { margin: '0 0 8px', ...TEXT.heading, fontWeight: 600 },
  '& > h2 + p': { margin: '0 0 8px', ...TEXT.small, color: 'var(--ink-3)' },
  '& a': { color: 'var(--accent-text)' },
});
/** Wider than the screen, it is scrolled by itself. */
export const Scroll = styled('div')({ overflowX: 'auto' });
const Table = styled('table')({
  borderCollapse: 'collapse',
  minWidth: 'min(100%, 640px)',
  ...TEXT.small,
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--ink-3)', padding: '6px 24px 6px 0' },
  '& td': { padding: '6px 24px 6px 0', borderTop: '1px solid var(--line)', verticalAlign: 'top' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});

/** Columns of numbers. */
const NUMBERS = new Set([
  t('Recognised'),
  t('Right'),
  t('Times'),
  t('The same'),
  t('As expected'),
  t('Correct when chosen'),
]);

/** A table of the report. */
export const Rows = ({ head, children }: { head: string[]; children: ReactNode }) => (
  <Scroll>
    <Table>
      <thead>
        <tr>
          {head.map((label, index) => (
            <th key={index} scope="col" className={NUMBERS.has(label) ? 'number' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  </Scroll>
);
