import { styled } from '@mui/material/styles';
import { textLength } from '../../../../schemas/model/counting.ts';
import { Counter } from '../../form/fields/Counter.tsx';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useTextDraft } from '../../form/fields/useTextDraft.ts';
import { useVariableOffer } from '../../variables/useVariableOffer.tsx';
import type { EditorProps } from '../editorTypes.ts';

/** Grows with its text by CSS alone, so that no key measures the page. */
export const TextArea = styled('textarea')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    font: 'inherit',
    fontSize: 14,
    lineHeight: '20px',
    padding: '8px 12px',
    width: '100%',
    boxSizing: 'border-box',
    fieldSizing: 'content',
    minHeight: 64,
    maxHeight: 360,
    resize: 'vertical',
    color: palette.text.primary,
    background: 'transparent',
    border: '1px solid var(--field)',
    borderRadius: theme.shape.borderRadius,
    '&:hover:not(:read-only)': { borderColor: palette.text.secondary },
    '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -1 },
    '&[aria-invalid=true]': { borderColor: palette.error.main },
    '&:read-only': { color: palette.text.secondary },
    '&[data-mono]': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', fontSize: 12 },
  };
});

/** Text of several lines. */
export default function LongTextEditor(props: EditorProps<string>) {
  const { field, state } = props;
  const draft = useTextDraft(
    props,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const offer = useVariableOffer({ enabled: field.variables, text: draft.text, type: draft.type });
  return (
    <FieldFrame
      widget={props}
      aside={<Counter used={textLength(draft.text, field.counts)} limit={state.maxLength} />}
    >
      {(aria) => (
        <>
          <TextArea
            {...aria}
            {...offer.aria}
            name={field.name}
            rows={2}
            value={draft.text}
            readOnly={state.readOnly}
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
      )}
    </FieldFrame>
  );
}
