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
  // No room for the label on a phone.
  [theme.breakpoints.down('sm')]: { '& small': visuallyHidden },
}));

/** A text whose marked words are chips with the name of their mark. */
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
  // Only by `display`.
  tester: () => -1,
  Cell: MarkedCell,
  operators: [],
  toText: plainText,
};
