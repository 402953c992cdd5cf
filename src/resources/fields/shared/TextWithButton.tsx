import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { TextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TextInput } from './TextInput.tsx';

interface TextWithButtonProps {
  fieldProps: EditorProps<string>;
  draft: TextDraft;
  /** Where the field says none. */
  placeholder?: string;
  /** What the input is beside its field's. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** Of the button, which nobody has who may only read. */
  button: ButtonProps;
  /** Stands beside the field's title. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A text that is typed, with a button that does something with it. */
export function TextWithButton(props: TextWithButtonProps) {
  const { fieldProps, draft, placeholder, input, button, aside, children } = props;
  const { field, fieldState } = fieldProps;
  return (
    <FieldFrame fieldProps={fieldProps} aside={aside}>
      {(aria) => (
        <div style={{ display: 'flex', gap: 8 }}>
          <TextInput
            fieldProps={fieldProps}
            aria={aria}
            draft={draft}
            placeholder={field.placeholder ?? placeholder}
            input={input}
          />
          {fieldState.readOnly ? null : <Button variant="outlined" sx={{ flex: 'none' }} {...button} />}
          {children}
        </div>
      )}
    </FieldFrame>
  );
}
