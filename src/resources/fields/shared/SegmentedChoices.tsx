import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Choice } from '../../../../schemas/model/types.ts';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { PHONE } from '../../../theme/tokens.ts';

/** Buttons side by side; on a phone they share the width of the inputs around them evenly. */
export const sideBySide = {
  flexWrap: 'wrap',
  '& > button': {
    flexShrink: 0,
    whiteSpace: 'nowrap',
    [PHONE]: { flexGrow: 1, flexBasis: 0, minWidth: 'fit-content' },
  },
  [PHONE]: { display: 'flex', width: '100%' },
} as const;

/** Devices with a mouse, where the buttons are as high as an input. */
const FINE_POINTER = '@media (min-width: 600px) and (pointer: fine)';

interface SegmentedChoicesProps<Value extends Choice['value']> {
  fieldProps: EditorProps<Value>;
  choices: { value: Value; label: string }[];
}

/**
 * The choices of a field as buttons side by side; pressing the chosen one clears a field that is not required. Without
 * a value the default is shown as chosen.
 */
export function SegmentedChoices<Value extends Choice['value']>({
  fieldProps,
  choices,
}: SegmentedChoicesProps<Value>) {
  const { value, onChange, onBlur, fieldState } = fieldProps;
  return (
    <FieldFrame fieldProps={fieldProps} group>
      {({ 'aria-invalid': _, 'aria-required': __, ...aria }) => (
        <ToggleButtonGroup
          {...aria}
          tabIndex={-1}
          exclusive
          size="small"
          disabled={fieldState.readOnly}
          value={value ?? fieldProps.field.default ?? null}
          onBlur={onBlur}
          onChange={(_event, chosen: Value | null) => {
            // Pressing the default that is only shown as chosen stores it.
            const pressed =
              chosen ?? (value === undefined ? (fieldProps.field.default as Value | undefined) : undefined);
            if (pressed !== undefined || !fieldState.required) onChange(pressed);
          }}
          sx={{
            ...sideBySide,
            '& > button': {
              ...sideBySide['& > button'],
              px: { xs: 0.75, sm: 1.5 },
              [FINE_POINTER]: { minHeight: 32 },
            },
          }}
        >
          {choices.map((choice) => (
            <ToggleButton key={String(choice.value)} value={choice.value}>
              {choice.label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </FieldFrame>
  );
}
