import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { HorizontalScroll } from '../../ui/HorizontalScroll.tsx';
import { TEXT } from '../../theme/text.ts';

/** A section of the quality report. */
export const Section = styled('section')({
  marginBottom: 32,
  '& h2': { margin: '0 0 8px', ...TEXT.heading, fontWeight: 600 },
  '& > h2 + p': { margin: '0 0 8px', ...TEXT.small, color: 'var(--ink-3)' },
  '& a': { color: 'var(--accent-text)' },
});
const Table = styled('table')({
  borderCollapse: 'collapse',
  minWidth: 'min(100%, 640px)',
  ...TEXT.small,
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--ink-3)', padding: '6px 24px 6px 0' },
  '& td': { padding: '6px 24px 6px 0', borderTop: '1px solid var(--line)', verticalAlign: 'top' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
});

interface Column {
  label: string;
  isNumeric: boolean;
}

/** A column of numbers, aligned right. */
export const numeric = (label: string): Column => ({ label, isNumeric: true });

/** A table of the report. */
export const ReportTable = ({ head, children }: { head: (string | Column)[]; children: ReactNode }) => (
  <HorizontalScroll>
    <Table>
      <thead>
        <tr>
          {head.map((column, index) => {
            const { label, isNumeric } =
              typeof column === 'string' ? { label: column, isNumeric: false } : column;
            return (
              <th key={index} scope="col" className={isNumeric ? 'number' : undefined}>
                {label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  </HorizontalScroll>
);
