import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { HorizontalScroll } from '../../ui/HorizontalScroll.tsx';
import { TEXT } from '../../theme/text.ts';

/** Width of labels, as those of a record's facts on a phone. */
const LABEL_PX = 112;

export const Figures = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  // From edge to edge of the content, as the zones of a record.
  margin: '16px calc(-1 * var(--edge)) 0',
  borderBlock: '1px solid var(--line)',
  '& > div': { minWidth: 0, padding: '12px var(--edge)' },
  '& > div + div': { borderLeft: '1px solid var(--line)' },
  '& dt': { ...TEXT.small, color: 'var(--ink-3)' },
  '& dd': {
    margin: 0,
    ...TEXT.title,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    '&::first-letter': { textTransform: 'uppercase' },
  },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', fontWeight: 400, color: 'var(--ink-3)' },
  // On a phone each is a line.
  [theme.breakpoints.down('sm')]: {
    gridAutoFlow: 'row',
    padding: '4px 0',
    '& > div': {
      ...{ display: 'grid', gridTemplateColumns: `${LABEL_PX}px minmax(0, 1fr)`, gap: 16 },
      ...{ alignItems: 'baseline', padding: '6px var(--edge)' },
    },
    '& > div + div': { borderLeft: 0 },
    '& dd': { ...TEXT.body, fontWeight: 600 },
    '& small': { display: 'inline', marginLeft: 8 },
  },
}));

export const Figure = ({ label, value, note }: { label: string; value: string; note?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      {note === undefined ? null : <small>{note}</small>}
    </dd>
  </div>
);

/** Sections below each other, in two columns on wide screens. */
export const Sections = styled('div')(({ theme }) => ({
  marginTop: 24,
  [theme.breakpoints.up('lg')]: { columns: 2, columnGap: 48 },
}));

const SectionFrame = styled('section')({
  paddingBottom: 32,
  breakInside: 'avoid',
  '& h2': { margin: 0, ...TEXT.heading, fontWeight: 600 },
  '& p': { margin: '0 0 8px', ...TEXT.small, color: 'var(--ink-3)' },
  // Sections of one line end the table above them.
  '&:not([data-none]):has(+ [data-none])': { paddingBottom: 24 },
  // An empty section is one line.
  '&[data-none]': {
    ...{
      display: 'grid',
      gridTemplateColumns: `${LABEL_PX}px minmax(0, 1fr)`,
      gap: 16,
      alignItems: 'baseline',
    },
    ...{ padding: '12px 0', borderTop: '1px solid var(--line)' },
    '& h2': { ...TEXT.small },
    '& p': { margin: 0 },
    '& + :not([data-none])': { marginTop: 24 },
  },
});

const Section = ({ title, note, children }: { title: string; note: string; children?: ReactNode }) => {
  const id = useId();
  return (
    <SectionFrame aria-labelledby={id} data-none={!children || undefined}>
      <h2 id={id}>{title}</h2>
      <p>{note}</p>
      {/* Wide tables scroll within themselves, so that the page never does. */}
      {children ? <HorizontalScroll>{children}</HorizontalScroll> : null}
    </SectionFrame>
  );
};

/** As wide as its content; on a phone each row is a list of labelled lines. */
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th, & td': {
    padding: '8px 16px',
    borderTop: '1px solid var(--line)',
    textAlign: 'left',
    whiteSpace: 'nowrap',
  },
  '& thead th': { borderTop: 0, paddingTop: 0, fontWeight: 500, fontSize: 12, color: 'var(--ink-3)' },
  '& tbody th': { fontWeight: 500, minWidth: LABEL_PX },
  '& th:first-of-type': { paddingLeft: 0 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 0 },
  '& small': { fontSize: 12, color: 'var(--ink-3)' },
  '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: {
    '&, & tbody': { display: 'block' },
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': { display: 'grid', gap: 4, padding: '12px 0', borderTop: '1px solid var(--line)' },
    '& tbody :is(th, td)': {
      ...{ padding: 0, border: 0, whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' },
    },
    '& tbody td:empty': { display: 'none' },
    '& tbody .number': { textAlign: 'left' },
    // Labels as wide as those of a record's facts.
    '& tbody td': { display: 'grid', gridTemplateColumns: `${LABEL_PX}px minmax(0, 1fr)`, gap: 16 },
    '& tbody td::before': { content: 'attr(data-label)', color: 'var(--ink-3)' },
  },
}));

/** A column of a table. */
export interface Column<Row> {
  title: string;
  /** Whether values are numbers, which are right-aligned. */
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

interface RowsProps<Row> {
  title: string;
  note: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first column is the row's header. */
  columns: readonly Column<Row>[];
  /** Text without rows. */
  none?: string;
}

const CellText = ({ children }: { children: ReactNode }) =>
  children === '' ? null : <span>{children}</span>;

/** A section with a table. */
export const TableSection = <Row,>({ title, note, rows, keyOf, columns, none }: RowsProps<Row>) => (
  <Section title={title} note={rows.length === 0 ? (none ?? note) : note}>
    {rows.length === 0 ? null : (
      <Table aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={column.isNumber ? 'number' : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title: heading, isNumber, cell }, at) =>
                at === 0 ? (
                  <th key={heading} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={heading} className={isNumber ? 'number' : undefined} data-label={heading}>
                    <CellText>{cell(row)}</CellText>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Section>
);
