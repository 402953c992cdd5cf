import { use } from 'react';
import { TextCounter } from '../../fieldKit/Counter.tsx';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { FieldFrame, type InputAria } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useVariableSuggestions } from '../../variables/useVariableSuggestions.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TextInput } from '../shared/TextInput.tsx';
import { withScheme } from './withScheme.ts';

const toText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const toValue = (text: string): string | undefined => text || undefined;

const INPUT_TYPES: Record<string, { type: string; inputMode?: 'email' | 'tel' | 'url' }> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url' },
};

/** One line of text, with the keyboard of its type on a phone. */
export default function TextEditor(props: EditorProps<string>) {
  return (
    <FieldFrame fieldProps={props} aside={<TextCounter fieldProps={props} />}>
      {(aria) => <LineInput fieldProps={props} aria={aria} />}
    </FieldFrame>
  );
}

/** A component of its own, so that a keystroke renders neither the label nor the help. */
function LineInput({ fieldProps, aria }: { fieldProps: EditorProps<string>; aria: InputAria }) {
  const { field, fieldState } = fieldProps;
  const inRow = use(InRowContext);
  const draft = useTextDraft(fieldProps, toText, toValue);
  const suggestions = useVariableSuggestions({
    enabled: field.variables,
    text: draft.text,
    type: draft.type,
  });
  return (
    <>
      <TextInput
        fieldProps={fieldProps}
        aria={aria}
        draft={draft}
        placeholder={typeof inRow === 'string' ? inRow : inRow ? field.title : field.placeholder}
        input={{ ...suggestions.aria, ...(INPUT_TYPES[field.type] ?? { type: 'text' }) }}
        onTyped={suggestions.follow}
        onKeyDown={suggestions.onKeyDown}
        onBlur={() => {
          suggestions.close();
          const whole = withScheme(field.format, draft.text);
          if (whole !== draft.text && !fieldState.readOnly) draft.type(whole);
          draft.leave();
        }}
      />
      {suggestions.list}
    </>
  );
}
