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
  /** Used where the field has none. */
  placeholder?: string;
  /** Further attributes of the input. */
  input?: InputHTMLAttributes<HTMLInputElement>;
  /** Props of the button, which a read-only field does not show. */
  button: ButtonProps;
  /** Shown beside the field's title. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A text input with a button beside it. */
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
