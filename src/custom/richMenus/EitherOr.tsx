import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { FieldFrame } from '../../resources/form/fields/FieldFrame.tsx';
import type { EditorProps } from '../../resources/fields/editorTypes.ts';

/** Yes and no as two words side by side. */
export default function EitherOr(props: EditorProps<boolean>) {
  const { field, value, onChange, onBlur, state } = props;
  const words: [boolean, unknown][] = [
    [true, field.options['yes']],
    [false, field.options['no']],
  ];
  return (
    <FieldFrame widget={{ ...props, state: { ...state, required: true } }} group>
      {({ 'aria-invalid': _, 'aria-required': __, ...aria }) => (
        <ToggleButtonGroup
          {...aria}
          tabIndex={-1}
          exclusive
          size="small"
          disabled={state.readOnly}
          value={value ?? null}
          onBlur={onBlur}
          onChange={(_event, chosen: boolean | null) => {
            if (chosen !== null) onChange(chosen);
          }}
          sx={{ '& .MuiToggleButton-root': { textTransform: 'none', minHeight: 36, px: 1.5 } }}
        >
          {words.map(([one, label]) => (
            <ToggleButton key={String(one)} value={one}>
              {String(label ?? one)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </FieldFrame>
  );
}
