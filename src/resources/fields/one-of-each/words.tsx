import { styled } from '@mui/material/styles';
import { type CSSProperties, Fragment } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { CellProps, FieldValue } from '../../fieldKit/types.ts';
import { groupsOf } from './groups.ts';

/** In a table one column for each group, under its name; elsewhere the values in a line. */
const Columns = styled('span')({
  'td &, th &': { display: 'grid', gap: 16 },
  'td & > *, th & > *': { overflow: 'hidden', textOverflow: 'ellipsis' },
  // Its column says it; who hears the cell alone hears it still.
  'td & i': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& i': { fontStyle: 'normal' },
  'td & b': { display: 'inline-block' },
  'td & b::first-letter': { textTransform: 'uppercase' },
  '& b': { fontWeight: 'inherit' },
  // In a line they are parted by commas.
  '& > :not(:empty) ~ :not(:empty)::before': { content: '", "' },
  'td & > *::before, th & > *::before': { display: 'none !important' },
});

const chosenOf = (field: FieldModel, value: FieldValue) =>
  [...groupsOf(field)].map(([group, choices]) => ({
    group,
    choice: choices.find((one) => Array.isArray(value) && value.includes(one.value)),
  }));

/** Each column as wide as its longest word asks for, against the others. */
const columnsOf = (field: FieldModel): CSSProperties => ({
  gridTemplateColumns: [...groupsOf(field)]
    .map(([group, choices]) =>
      Math.max(...[group, ...choices.map(({ label }) => label)].map((word) => word.length)),
    )
    .map((letters) => `minmax(0, ${letters}fr)`)
    .join(' '),
});

/** What is chosen of each group, in words: "Chatbot editor". */
export const Words = ({ field, value }: CellProps) => (
  <Columns style={columnsOf(field)}>
    {chosenOf(field, value).map(({ group, choice }) => (
      <span key={group}>
        {choice && (
          <>
            <i>{group} </i>
            <b>{choice.label.toLowerCase()}</b>
          </>
        )}
      </span>
    ))}
  </Columns>
);

/** The names of the groups, as heads of their columns. */
export const GroupNames = ({ field }: { field: FieldModel }) => (
  <Columns style={columnsOf(field)}>
    {[...groupsOf(field).keys()].map((group) => (
      <span key={group}>{group}</span>
    ))}
  </Columns>
);

const Meanings = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'fit-content(160px) minmax(0, 1fr)',
  gap: '8px 16px',
  margin: 0,
  '& dt': { fontWeight: 500 },
  '& dd': { margin: 0, color: 'var(--ink-2)' },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: 0,
    '& dd': { marginBottom: 8 },
  },
}));

/** Each value with what it means. */
export const MeaningsOf = ({ field, value }: CellProps) => (
  <Meanings>
    {chosenOf(field, value).map(
      ({ group, choice }) =>
        choice && (
          <Fragment key={group}>
            <dt>
              {group} {choice.label.toLowerCase()}
            </dt>
            <dd>{choice.description}</dd>
          </Fragment>
        ),
    )}
  </Meanings>
);
