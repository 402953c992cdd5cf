import { TextCounter } from '../../fieldKit/Counter.tsx';
import { FieldFrame, type InputAria } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useVariableSuggestions } from '../../variables/useVariableSuggestions.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TextArea } from './TextArea.tsx';

/** Text of several lines. */
export default function LongTextEditor(props: EditorProps<string>) {
  return (
    <FieldFrame fieldProps={props} aside={<TextCounter fieldProps={props} />}>
      {(aria) => <Typed fieldProps={props} aria={aria} />}
    </FieldFrame>
  );
}

/** What a key draws anew: neither the label nor what is said below. */
function Typed({ fieldProps, aria }: { fieldProps: EditorProps<string>; aria: InputAria }) {
  const { field, fieldState } = fieldProps;
  const draft = useTextDraft(
    fieldProps,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const offer = useVariableSuggestions({ enabled: field.variables, text: draft.text, type: draft.type });
  return (
    <>
      <TextArea
        {...aria}
        {...offer.aria}
        name={field.name}
        rows={2}
        value={draft.text}
        readOnly={fieldState.readOnly}
        placeholder={field.placeholder}
        onChange={(event) => {
          draft.type(event.target.value);
          offer.follow(event.target);
        }}
        onKeyDown={offer.onKeyDown}
        onBlur={() => {
          offer.close();
          draft.leave();
        }}
      />
      {offer.list}
    </>
  );
}
