import { styled } from '@mui/material/styles';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { Muted } from '../../fieldKit/parts.tsx';
import { type FieldValue, isBlank } from '../../fieldKit/types.ts';
import { Detail } from '../../fieldKit/Value.tsx';
import { useIsReadOnly } from '../../fieldKit/useSession.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { TEXT } from '../../../theme/text.ts';

const Value = styled('div')({
  minWidth: 0,
  ...TEXT.body,
  overflowWrap: 'anywhere',
  color: 'var(--ink)',
});

const isNothing = (value: FieldValue): boolean =>
  isBlank(value) || (Array.isArray(value) && value.length === 0);

/** The value of a field that cannot be changed, in the place of its editor: an input would promise that it can. */
export const ReadOnlyValue = ({ blank, ...fieldProps }: EditorProps & { blank: string }) => {
  const { field } = fieldProps;
  const readOnly = useIsReadOnly();
  const value = fieldProps.value as FieldValue;
  // What helps to fill it in, such as how it is written, helps nobody here; why one field alone is closed may stand there.
  const shown = readOnly || field.pattern !== undefined ? { ...field, description: '' } : field;
  return (
    <FieldFrame fieldProps={{ ...fieldProps, field: shown }} group>
      {({ id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
        <Value id={id} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
          {isNothing(value) ? <Muted>{blank}</Muted> : <Detail field={field} value={value} />}
        </Value>
      )}
    </FieldFrame>
  );
};
