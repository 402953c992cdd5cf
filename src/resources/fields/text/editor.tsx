import OutlinedInput from '@mui/material/OutlinedInput';
import { use } from 'react';
import { textLength } from '../../../../schemas/model/counting.ts';
import { Counter } from '../../form/fields/Counter.tsx';
import { InRow } from '../../form/fields/InRow.ts';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useTextDraft } from '../../form/fields/useTextDraft.ts';
import { useVariableOffer } from '../../variables/useVariableOffer.tsx';
import type { EditorProps } from '../editorTypes.ts';
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
  const { field, state } = props;
  const inRow = use(InRow);
  const draft = useTextDraft(props, asText, asValue);
  const offer = useVariableOffer({ enabled: field.variables, text: draft.text, type: draft.type });
  return (
    <FieldFrame
      widget={props}
      aside={<Counter used={textLength(draft.text, field.counts)} limit={state.maxLength} />}
    >
      {({ id, ...aria }) => (
        <>
          <OutlinedInput
            id={id}
            name={field.name}
            size="small"
            fullWidth
            autoComplete="off"
            error={aria['aria-invalid']}
            value={draft.text}
            readOnly={state.readOnly}
            placeholder={inRow ? field.title : field.placeholder}
            onChange={(event) => {
              draft.type(event.target.value);
              offer.follow(event.target);
            }}
            onKeyDown={offer.onKeyDown}
            onBlur={() => {
              offer.close();
              const whole = withScheme(field.format, draft.text);
              if (whole !== draft.text && !state.readOnly) draft.type(whole);
              draft.leave();
            }}
            slotProps={{ input: { ...aria, ...offer.aria, ...(KINDS[field.type] ?? { type: 'text' }) } }}
          />
          {offer.list}
        </>
      )}
    </FieldFrame>
  );
}
