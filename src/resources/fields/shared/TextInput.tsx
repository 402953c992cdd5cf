import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { InputHTMLAttributes } from 'react';
import type { InputAria } from '../../fieldKit/FieldFrame.tsx';
import type { TextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

interface TextInputProps extends Pick<OutlinedInputProps, 'placeholder' | 'onBlur' | 'onKeyDown'> {
  fieldProps: Pick<EditorProps, 'field' | 'fieldState'>;
  aria: InputAria;
  draft: TextDraft;
  /** What the input is beside its field's. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** After what was typed is taken. */
  onTyped?: (input: HTMLInputElement | HTMLTextAreaElement) => void;
}

/** The one line in which a field's text is typed. */
export function TextInput({ fieldProps, aria, draft, input, onTyped, ...own }: TextInputProps) {
  const { field, fieldState } = fieldProps;
  const { id, ...said } = aria;
  return (
    <OutlinedInput
      id={id}
      name={field.name}
      size="small"
      fullWidth
      autoComplete="off"
      error={said['aria-invalid']}
      value={draft.text}
      readOnly={fieldState.readOnly}
      placeholder={field.placeholder}
      onBlur={draft.leave}
      {...own}
      onChange={(event) => {
        draft.type(event.target.value);
        onTyped?.(event.target);
      }}
      slotProps={{ input: { ...said, ...input } }}
    />
  );
}
