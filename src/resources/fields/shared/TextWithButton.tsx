import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { HTMLAttributes, ReactNode } from 'react';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import type { useTextDraft } from '../../form/fields/useTextDraft.ts';
import type { EditorProps } from '../editorTypes.ts';

interface TextWithButtonProps {
  widget: EditorProps<string>;
  draft: ReturnType<typeof useTextDraft>;
  /** Where the field says none. */
  placeholder?: string;
  /** What the input is beside its field's. */
  input?: HTMLAttributes<HTMLInputElement> & { type?: string };
  /** Of the button, which nobody has who may only read. */
  button: ButtonProps;
  /** Stands beside the field's title. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A text that is typed, with a button that does something with it. */
export function TextWithButton(props: TextWithButtonProps) {
  const { widget, draft, placeholder, input, button, aside, children } = props;
  const { field, state } = widget;
  return (
    <FieldFrame widget={widget} aside={aside}>
      {({ id, ...aria }) => (
        <div style={{ display: 'flex', gap: 8 }}>
          <OutlinedInput
            id={id}
            name={field.name}
            size="small"
            fullWidth
            autoComplete="off"
            error={aria['aria-invalid']}
            value={draft.text}
            readOnly={state.readOnly}
            placeholder={field.placeholder ?? placeholder}
            onChange={(event) => draft.type(event.target.value)}
            onBlur={draft.leave}
            slotProps={{ input: { ...aria, ...input } }}
          />
          {state.readOnly ? null : <Button variant="outlined" sx={{ flex: 'none' }} {...button} />}
          {children}
        </div>
      )}
    </FieldFrame>
  );
}
