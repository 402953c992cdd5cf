import { TextCounter } from '../../fieldKit/Counter.tsx';
import { FieldFrame, type InputAria } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useVariableSuggestions } from '../../variables/useVariableSuggestions.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TextArea } from './TextArea.tsx';

export default function LongTextEditor(props: EditorProps<string>) {
  return (
    <FieldFrame fieldProps={props} aside={<TextCounter fieldProps={props} />}>
      {(aria) => <TextAreaInput fieldProps={props} aria={aria} />}
    </FieldFrame>
  );
}

/** A component of its own, so that a keystroke renders neither the label nor the help. */
function TextAreaInput({ fieldProps, aria }: { fieldProps: EditorProps<string>; aria: InputAria }) {
  const { field, fieldState } = fieldProps;
  const draft = useTextDraft(
    fieldProps,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const suggestions = useVariableSuggestions({
    enabled: field.variables,
    text: draft.text,
    type: draft.type,
  });
  return (
    <>
      <TextArea
        {...aria}
        {...suggestions.aria}
        name={field.name}
        rows={2}
        value={draft.text}
        readOnly={fieldState.readOnly}
        placeholder={field.placeholder}
        onChange={(event) => {
          draft.type(event.target.value);
          suggestions.follow(event.target);
        }}
        onKeyDown={suggestions.onKeyDown}
        onBlur={() => {
          suggestions.close();
          draft.leave();
        }}
      />
      {suggestions.list}
    </>
  );
}
