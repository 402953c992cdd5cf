import OutlinedInput from '@mui/material/OutlinedInput';
import { textLength } from '../../../../schemas/model/counting.ts';
import { Counter } from '../fields/Counter.tsx';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import { useTextDraft } from '../fields/useTextDraft.ts';
import type { WidgetProps } from './registry.ts';

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const asValue = (text: string): string | undefined => text || undefined;

const KINDS: Record<string, { type: string; inputMode?: 'email' | 'tel' | 'url' }> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url' },
};

/** One line of text; addresses and numbers bring the fitting keyboard on a phone. */
export function TextWidget(props: WidgetProps<string>) {
  const { field, state } = props;
  const draft = useTextDraft(props, asText, asValue);
  return (
    <FieldFrame
      widget={props}
      aside={<Counter used={textLength(draft.text, field.counts)} limit={state.maxLength} />}
    >
      {({ id, ...aria }) => (
        <OutlinedInput
          id={id}
          name={field.name}
          size="small"
          fullWidth
          autoComplete="off"
          error={aria['aria-invalid']}
          value={draft.text}
          readOnly={state.readOnly}
          placeholder={field.placeholder}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.leave}
          slotProps={{ input: { ...aria, ...(KINDS[field.type] ?? { type: 'text' }) } }}
        />
      )}
    </FieldFrame>
  );
}
