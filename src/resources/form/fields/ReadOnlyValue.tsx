import { styled } from '@mui/material/styles';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { Muted } from '../../fieldKit/parts.tsx';
import { type FieldValue, isBlank } from '../../fieldKit/types.ts';
import { findDisplayType } from '../../fieldKit/registry.ts';
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

const isEmpty = (value: FieldValue): boolean =>
  isBlank(value) || (Array.isArray(value) && value.length === 0);

/** The value of a read-only field, in place of an input. */
export const ReadOnlyValue = ({ blank, ...fieldProps }: EditorProps & { blank: string }) => {
  const { field } = fieldProps;
  const readOnly = useIsReadOnly();
  const value = fieldProps.value as FieldValue;
  // Hides help about input. Where only this field is read-only, its description may say why, so it stays.
  const shown = readOnly || field.pattern !== undefined ? { ...field, description: '' } : field;
  return (
    <FieldFrame fieldProps={{ ...fieldProps, field: shown }} group>
      {({ id, 'aria-labelledby': labelledBy, 'aria-describedby': describedBy }) => (
        <Value id={id} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
          {isEmpty(value) && !findDisplayType(field).drawsBlank ? (
            <Muted>{blank}</Muted>
          ) : (
            <Detail field={field} value={value} />
          )}
        </Value>
      )}
    </FieldFrame>
  );
};
