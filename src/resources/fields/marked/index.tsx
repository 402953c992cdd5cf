import { styled } from '@mui/material/styles';
import { markedPieces } from '../../../../schemas/model/markedText.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { type CellProps, type FieldTypeDefinition, isBlank } from '../../fieldKit/types.ts';

const Mark = styled('mark')(({ theme }) => ({
  padding: '1px 4px',
  borderRadius: 4,
  color: 'var(--accent-text)',
  background: 'var(--accent-soft)',
  '& small': { marginRight: 4, fontFamily: 'var(--mono)', fontSize: '0.86em', color: 'var(--ink-2)' },
  // A phone's line has room for the sentence; as what it is marked is said where it is edited.
  [theme.breakpoints.down('sm')]: { '& small': visuallyHidden },
}));

/** A text whose marked words stand in chips, each with what it is marked as. */
const MarkedCell = ({ value }: CellProps) => {
  if (isBlank(value)) return <NoValue />;
  return (
    <>
      {markedPieces(plainText(value)).map(({ text, name, at }) =>
        name === undefined ? (
          text
        ) : (
          <Mark key={at}>
            <small>{name}:</small>
            {text}
          </Mark>
        ),
      )}
    </>
  );
};

export const marked: FieldTypeDefinition = {
  name: 'marked',
  // Only where `display` asks for it.
  tester: () => -1,
  Cell: MarkedCell,
  operators: [],
  toText: plainText,
};
