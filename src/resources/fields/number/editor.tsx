import OutlinedInput from '@mui/material/OutlinedInput';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import { useTextDraft } from '../../form/fields/useTextDraft.ts';
import type { EditorProps } from '../editorTypes.ts';
import { parseNumber } from './parseNumber.ts';

export default function NumberEditor(props: EditorProps<number | string>) {
  const { field, state } = props;
  const draft = useTextDraft(props, (value) => (value === undefined ? '' : String(value)), parseNumber);
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
