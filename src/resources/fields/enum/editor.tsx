import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../form/fields/FieldFrame.tsx';
import type { EditorProps } from '../editorTypes.ts';
import SegmentedEditor from '../segmented/editor.tsx';

type Value = Choice['value'];

/** Up to this many choices with short labels stand side by side. */
const SEGMENTS = 4;
const SEGMENT_LETTERS = 40;

/** One of a few values: buttons side by side when they are few and short, a menu otherwise. */
export default function EnumEditor(props: EditorProps<Value>) {
  const { widget, choices = [] } = props.field;
  const short = choices.reduce((letters, choice) => letters + choice.label.length, 0) <= SEGMENT_LETTERS;
  const segmented = widget === 'segmented' || (widget !== 'select' && choices.length <= SEGMENTS && short);
  return segmented ? <SegmentedEditor {...props} /> : <SelectEditor {...props} />;
}

function SelectEditor(props: EditorProps<Value>) {
  const { field, value, onChange, onBlur, state } = props;
  return (
    <FieldFrame widget={props}>
      {({ id, 'aria-labelledby': labelledBy, ...aria }) => (
        <Select<Value>
          size="small"
          fullWidth
          displayEmpty
          labelId={labelledBy}
          name={field.name}
          readOnly={state.readOnly}
          error={aria['aria-invalid']}
          value={value ?? ''}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          SelectDisplayProps={{
            id,
            'aria-describedby': aria['aria-describedby'],
            'aria-invalid': aria['aria-invalid'],
          }}
        >
          {!state.required || value === undefined ? (
            <MenuItem value="" disabled={state.required}>
              {field.placeholder ?? (state.required ? 'Choose…' : 'None')}
            </MenuItem>
          ) : null}
          {(field.choices ?? []).map((choice) => (
            <MenuItem key={String(choice.value)} value={choice.value as string}>
              {choice.label}
            </MenuItem>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
