import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { InputHTMLAttributes } from 'react';
import type { InputAria } from '../../fieldKit/FieldFrame.tsx';
import type { TextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';

interface TextInputProps extends Pick<OutlinedInputProps, 'placeholder' | 'onBlur' | 'onKeyDown'> {
  fieldProps: Pick<EditorProps, 'field' | 'fieldState'>;
  aria: InputAria;
  draft: TextDraft;
  /** Further attributes of the input. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** Called after the draft was updated. */
  onTyped?: (input: HTMLInputElement | HTMLTextAreaElement) => void;
}

/** The one-line input of a text draft. */
export function TextInput({ fieldProps, aria, draft, input, onTyped, ...own }: TextInputProps) {
  const { field, fieldState } = fieldProps;
  const { id, ...ariaProps } = aria;
  return (
    <OutlinedInput
      id={id}
      name={field.name}
      size="small"
      fullWidth
      autoComplete="off"
      error={ariaProps['aria-invalid']}
      value={draft.text}
      readOnly={fieldState.readOnly}
      placeholder={field.placeholder}
      onBlur={draft.leave}
      {...own}
      onChange={(event) => {
        draft.type(event.target.value);
        onTyped?.(event.target);
      }}
      slotProps={{ input: { ...ariaProps, ...input } }}
    />
  );
}
