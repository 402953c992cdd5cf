import { use } from 'react';
import { TextCounter } from '../../fieldKit/Counter.tsx';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { FieldFrame, type InputAria } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useVariableSuggestions } from '../../variables/useVariableSuggestions.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { TextInput } from '../shared/TextInput.tsx';
import { withScheme } from './withScheme.ts';

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const asValue = (text: string): string | undefined => text || undefined;

const KINDS: Record<string, { type: string; inputMode?: 'email' | 'tel' | 'url' }> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url' },
};

/** One line of text; addresses and numbers bring the fitting keyboard on a phone. */
export default function TextEditor(props: EditorProps<string>) {
  return (
    <FieldFrame fieldProps={props} aside={<TextCounter fieldProps={props} />}>
      {(aria) => <Typed fieldProps={props} aria={aria} />}
    </FieldFrame>
  );
}

/** What a key draws anew: neither the label nor what is said below. */
function Typed({ fieldProps, aria }: { fieldProps: EditorProps<string>; aria: InputAria }) {
  const { field, fieldState } = fieldProps;
  const inRow = use(InRowContext);
  const draft = useTextDraft(fieldProps, asText, asValue);
  const offer = useVariableSuggestions({ enabled: field.variables, text: draft.text, type: draft.type });
  return (
    <>
      <TextInput
        fieldProps={fieldProps}
        aria={aria}
        draft={draft}
        placeholder={typeof inRow === 'string' ? inRow : inRow ? field.title : field.placeholder}
        input={{ ...offer.aria, ...(KINDS[field.type] ?? { type: 'text' }) }}
        onTyped={offer.follow}
        onKeyDown={offer.onKeyDown}
        onBlur={() => {
          offer.close();
          const whole = withScheme(field.format, draft.text);
          if (whole !== draft.text && !fieldState.readOnly) draft.type(whole);
          draft.leave();
        }}
      />
      {offer.list}
    </>
  );
}
