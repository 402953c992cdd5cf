import { styled } from '@mui/material/styles';
import { type CSSProperties, Fragment } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { CellProps, FieldValue } from '../../fieldKit/types.ts';
import { groupChoices } from './groups.ts';

/** In a table a column for each group, under its name; elsewhere the values in one line. */
const Columns = styled('span')({
  'td &, th &': { display: 'grid', gap: 16 },
  'td & > *, th & > *': { overflow: 'hidden', textOverflow: 'ellipsis' },
  // Visually hidden, since the column header says it; screen readers read the cell alone.
  'td & i': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& i': { fontStyle: 'normal' },
  'td & b': { display: 'inline-block' },
  'td & b::first-letter': { textTransform: 'uppercase' },
  '& b': { fontWeight: 'inherit' },
  // Elsewhere they are separated by commas.
  '& > :not(:empty) ~ :not(:empty)::before': { content: '", "' },
  'td & > *::before, th & > *::before': { display: 'none !important' },
});

const findChosen = (field: FieldModel, value: FieldValue) =>
  [...groupChoices(field)].map(([group, choices]) => ({
    group,
    choice: choices.find((one) => Array.isArray(value) && value.includes(one.value)),
  }));

/** Columns in proportion to their longest labels. */
const columnTemplate = (field: FieldModel): CSSProperties => ({
  gridTemplateColumns: [...groupChoices(field)]
    .map(([group, choices]) =>
      Math.max(...[group, ...choices.map(({ label }) => label)].map((word) => word.length)),
    )
    .map((letters) => `minmax(0, ${letters}fr)`)
    .join(' '),
});

/** The chosen label of each group: "Chatbot editor". */
export const ChosenLabels = ({ field, value }: CellProps) => (
  <Columns style={columnTemplate(field)}>
    {findChosen(field, value).map(({ group, choice }) => (
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

/** The names of the groups as column headers. */
export const GroupNames = ({ field }: { field: FieldModel }) => (
  <Columns style={columnTemplate(field)}>
    {[...groupChoices(field).keys()].map((group) => (
      <span key={group}>{group}</span>
    ))}
  </Columns>
);

const DescriptionList = styled('dl')(({ theme }) => ({
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

/** Each chosen value with its description. */
export const ChosenDescriptions = ({ field, value }: CellProps) => (
  <DescriptionList>
    {findChosen(field, value).map(
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
  </DescriptionList>
);
