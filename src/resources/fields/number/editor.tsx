import OutlinedInput from '@mui/material/OutlinedInput';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useTextDraft } from '../../form/fields/useTextDraft.ts';
import type { EditorProps } from '../editorTypes.ts';

/** What is no number stays text, for validation to name it rather than to lose it. */
const parse = (text: string): number | string | undefined => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
};

export default function NumberEditor(props: EditorProps<number | string>) {
  const { field, state } = props;
  const draft = useTextDraft(props, (value) => (value === undefined ? '' : String(value)), parse);
  return (
    <FieldFrame widget={props}>
      {({ id, ...aria }) => (
        <OutlinedInput
          id={id}
          name={field.name}
          size="small"
          autoComplete="off"
          error={aria['aria-invalid']}
          value={draft.text}
          readOnly={state.readOnly}
          placeholder={field.placeholder}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.leave}
          slotProps={{ input: { ...aria, inputMode: 'decimal' } }}
          sx={{ maxWidth: 200, '& input': { fontVariantNumeric: 'tabular-nums' } }}
        />
      )}
    </FieldFrame>
  );
}
